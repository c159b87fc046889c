import 'server-only'
/** What servers answer without credentials: keys, sign-in pages, and what a project's API key can ask. */
import ms from 'ms'
import * as v from 'valibot'
import { parseJson } from '@/lib/json'

/** `body` is null if it isn't JSON; `aheadMs` is how far our clock is ahead of theirs, null if they don't tell. */
export type Answer = { status: number; isOk: boolean; body: unknown; aheadMs: number | null }

/** Null if there is none within four seconds. */
export async function fetchServer(url: string, headers: Record<string, string> = {}): Promise<Answer | null> {
  try {
    const askedAt = Date.now()
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(ms('4s')) })
    const aheadMs = clockAhead(response.headers.get('date'), (askedAt + Date.now()) / 2)
    return { status: response.status, isOk: response.ok, body: parseJson(await response.text()), aheadMs }
  } catch (error) {
    if (error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')) return null
    throw error
  }
}

/** The header has whole seconds, rounded down: on average half a second is missing. */
function clockAhead(date: string | null, ownTime: number): number | null {
  const theirTime = Date.parse(date ?? '')
  return Number.isNaN(theirTime) ? null : ownTime - (theirTime + 500)
}

/** Whether Google takes the API key, from the site's pages if it is restricted to them; its own words if not. */
export async function apiKeyRefusal(apiKey: string, siteUrl: string | null): Promise<string | null> {
  const url = `${toolkit}/v1/projects?${new URLSearchParams({ key: apiKey })}`
  const answer = await fetchServer(url, siteUrl ? { referer: `${siteUrl}/` } : {})
  const read = v.safeParse(refused, answer?.body)
  return answer && !answer.isOk && answer.status < 500 && read.success ? read.output.error.message : null
}

const refused = v.object({ error: v.object({ message: v.string() }) })

/** The sites that may sign people in with other providers (`GET /v1/projects`, S90). Null if Google doesn't say. */
export async function authorizedDomains(apiKey: string): Promise<string[] | null> {
  const read = v.safeParse(
    projectSettings,
    (await fetchServer(`${toolkit}/v1/projects?${new URLSearchParams({ key: apiKey })}`))?.body,
  )
  return read.success ? read.output.authorizedDomains : null
}

const toolkit = 'https://identitytoolkit.googleapis.com'

const projectSettings = v.object({ authorizedDomains: v.array(v.string()) })

/** Whether sign-ins by email need a captcha, and whether there is a key to get one. */
export type CaptchaRequirement = { isEnforced: boolean; hasKey: boolean }

/**
 * What the SDK asks in a browser (`GET /v2/recaptchaConfig`), or why the answer isn't known. A key restricted to the site's
 * pages wants their address.
 */
export async function captchaRequirement(
  apiKey: string,
  siteUrl: string | null,
): Promise<CaptchaRequirement | string> {
  const parameters = { key: apiKey, clientType: 'CLIENT_TYPE_WEB', version: 'RECAPTCHA_ENTERPRISE' }
  const url = `${toolkit}/v2/recaptchaConfig?${new URLSearchParams(parameters)}`
  const answer = await fetchServer(url, siteUrl ? { referer: `${siteUrl}/` } : {})
  if (!answer) return 'the provider cannot be reached'
  // What it says to a project that never had one.
  if (v.is(notEnabled, answer.body)) return { isEnforced: false, hasKey: false }
  const read = v.safeParse(captchaSettings, answer.body)
  if (!answer.isOk || !read.success) return `the provider answers ${answer.status}`
  const { recaptchaKey, recaptchaEnforcementState: states } = read.output
  const isEnforced = states.some(
    ({ provider, enforcementState }) =>
      provider === 'EMAIL_PASSWORD_PROVIDER' && enforcementState === 'ENFORCE',
  )
  return { isEnforced, hasKey: recaptchaKey !== undefined }
}

const notEnabled = v.object({
  error: v.object({ message: v.pipe(v.string(), v.startsWith('RECAPTCHA_NOT_ENABLED')) }),
})

const captchaSettings = v.object({
  recaptchaKey: v.optional(v.string()),
  recaptchaEnforcementState: v.optional(
    v.array(v.object({ provider: v.string(), enforcementState: v.string() })),
    [],
  ),
})
