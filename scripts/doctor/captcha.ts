/** Whether the provider wants a captcha for sign-ins by email, and this site's policy lets it in. */
import ms from 'ms'
import * as v from 'valibot'
import { parseJson } from '../../lib/json'
import { type Finding, ok, problem, type Situation, warning } from './finding'
import { isNetworkFault } from './key-servers'

/** Asks what the SDK asks in a browser (`GET /v2/recaptchaConfig`), unless there is no provider or the emulator. */
export async function examineCaptcha({ config }: Situation): Promise<Finding[]> {
  const { identity, emulatorUrl, recaptcha } = config.public
  if (!identity || emulatorUrl) return []
  const demand = await askDemand(identity.apiKey, config.origin.siteUrl)
  if (typeof demand === 'string') return [warning('Captcha', `${demand}. Whether it is needed isn't known`)]
  return [describeCaptcha({ ...demand, isAllowed: recaptcha })]
}

type Demand = { isEnforced: boolean; hasKey: boolean }

/** The verdict on what the provider wants and what `RECAPTCHA` says. */
export function describeCaptcha({ isEnforced, hasKey, isAllowed }: Demand & { isAllowed: boolean }): Finding {
  if (!isEnforced && !isAllowed) return ok('Captcha', 'the provider wants none')
  if (!isEnforced)
    return warning('Captcha', "the provider enforces none, but Google's script is let in. Unset RECAPTCHA")
  if (!isAllowed) {
    const words = 'the provider wants reCAPTCHA, so nobody can sign in by email. Set RECAPTCHA=true'
    return problem('Captcha', words)
  }
  if (hasKey) return ok('Captcha', 'the provider wants reCAPTCHA, and RECAPTCHA lets it in')
  const words = 'the provider wants reCAPTCHA but has no site key. Enable it again in Identity Platform'
  return problem('Captcha', `${words}, Settings, reCAPTCHA`)
}

const demands = v.object({
  recaptchaKey: v.optional(v.string()),
  recaptchaEnforcementState: v.optional(
    v.array(v.object({ provider: v.string(), enforcementState: v.string() })),
    [],
  ),
})

const refusal = v.object({ error: v.object({ message: v.string() }) })

const answerWithinMs = ms('4s')

/** What the provider wants, or why that isn't known. A key restricted to the site's pages wants their address. */
async function askDemand(apiKey: string, siteUrl: string | null): Promise<Demand | string> {
  const query = new URLSearchParams({
    key: apiKey,
    clientType: 'CLIENT_TYPE_WEB',
    version: 'RECAPTCHA_ENTERPRISE',
  })
  try {
    const response = await fetch(`https://identitytoolkit.googleapis.com/v2/recaptchaConfig?${query}`, {
      headers: siteUrl ? { referer: `${siteUrl}/` } : {},
      signal: AbortSignal.timeout(answerWithinMs),
    })
    const body = parseJson(await response.text())
    const refused = v.safeParse(refusal, body)
    // What it says to a project that never had one.
    if (refused.success && refused.output.error.message.startsWith('RECAPTCHA_NOT_ENABLED'))
      return { isEnforced: false, hasKey: false }
    const answer = v.safeParse(demands, body)
    if (!response.ok || !answer.success) return `the provider answers ${response.status}`
    const { recaptchaKey, recaptchaEnforcementState: states } = answer.output
    const isEnforced = states.some(
      ({ provider, enforcementState }) =>
        provider === 'EMAIL_PASSWORD_PROVIDER' && enforcementState === 'ENFORCE',
    )
    return { isEnforced, hasKey: recaptchaKey !== undefined }
  } catch (error) {
    if (!isNetworkFault(error)) throw error
    return 'the provider cannot be reached'
  }
}
