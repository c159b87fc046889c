import 'server-only'
/** Requests without credentials: signing keys, sign-in pages, and what a project's API key allows. */
import ms from 'ms'
import * as v from 'valibot'
import { parseJson } from '@/lib/json'

/** `body` is null if it isn't JSON; `aheadMs` is how far our clock is ahead of the server's, null if unknown. */
type FetchedResponse = { status: number; isOk: boolean; body: unknown; aheadMs: number | null }

/** Fetches a URL; null if there's no response within four seconds. */
export async function fetchServer(
  url: string,
  headers: Record<string, string> = {},
): Promise<FetchedResponse | null> {
  try {
    const sentAt = Date.now()
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(ms('4s')) })
    const aheadMs = clockAhead(response.headers.get('date'), (sentAt + Date.now()) / 2)
    return { status: response.status, isOk: response.ok, body: parseJson(await response.text()), aheadMs }
  } catch (error) {
    if (error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')) return null
    throw error
  }
}

/** The header has whole seconds, rounded down: half a second less on average. */
function clockAhead(date: string | null, ownTime: number): number | null {
  const theirTime = Date.parse(date ?? '')
  return Number.isNaN(theirTime) ? null : ownTime - (theirTime + 500)
}

/** Google's message if it refuses the API key when sent from the site's pages; null if it accepts it or doesn't respond. */
export async function apiKeyRefusal(apiKey: string, siteUrl: string | null): Promise<string | null> {
  const response = await fetchToolkit('v1/projects', { key: apiKey }, siteUrl)
  const read = v.safeParse(refused, response?.body)
  return response && !response.isOk && response.status < 500 && read.success
    ? read.output.error.message
    : null
}

const refused = v.object({ error: v.object({ message: v.string() }) })

/** The domains that may sign users in with other providers (`GET /v1/projects`, S90). Null if unknown. */
export async function authorizedDomains(apiKey: string): Promise<string[] | null> {
  const response = await fetchToolkit('v1/projects', { key: apiKey }, null)
  const read = v.safeParse(projectSettings, response?.body)
  return read.success ? read.output.authorizedDomains : null
}

const projectSettings = v.object({ authorizedDomains: v.array(v.string()) })

/** Whether sign-ins by email need a captcha, and whether the project has a key for one. */
export type CaptchaRequirement = { isEnforced: boolean; hasKey: boolean }

/** The project's captcha settings, as the SDK reads them (`GET /v2/recaptchaConfig`), or why they're unknown. */
export async function captchaRequirement(
  apiKey: string,
  siteUrl: string | null,
): Promise<CaptchaRequirement | string> {
  const parameters = { key: apiKey, clientType: 'CLIENT_TYPE_WEB', version: 'RECAPTCHA_ENTERPRISE' }
  const response = await fetchToolkit('v2/recaptchaConfig', parameters, siteUrl)
  if (!response) return 'the provider cannot be reached'
  // The response for a project that never had a captcha.
  if (v.is(notEnabled, response.body)) return { isEnforced: false, hasKey: false }
  const read = v.safeParse(captchaSettings, response.body)
  if (!response.isOk || !read.success) return `the provider answers ${response.status}`
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

/** A key restricted to the site's pages needs their URL as the referrer. */
function fetchToolkit(path: string, parameters: Record<string, string>, siteUrl: string | null) {
  const url = `https://identitytoolkit.googleapis.com/${path}?${new URLSearchParams(parameters)}`
  return fetchServer(url, siteUrl ? { referer: `${siteUrl}/` } : {})
}
