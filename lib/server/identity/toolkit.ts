import 'server-only'
/** The provider's REST API (Identity Toolkit), for what the Admin SDK doesn't have: exact times, mails, what a code is. */
import * as v from 'valibot'
import { siteConfig } from '@/lib/config/config'
import { parseJson } from '@/lib/json'
import { serverConfig } from '@/lib/server/config'
import { adminApp, callProvider, type IdentityResult, maxResponseMs } from './call'

type Call = {
  /** Such as `accounts:lookup`. */
  method: string
  body: object
  deadline?: number | undefined
  headers?: Record<string, string>
}

/** Calls a method as the project's service account. */
export async function callAsAdmin({ method, ...call }: Call): Promise<IdentityResult<unknown>> {
  const { identity, emulatorUrl } = serverConfig().public
  const access = emulatorUrl
    ? { status: 'ok' as const, value: { authorization: 'Bearer owner' } }
    : await adminHeaders(call.deadline)
  if (access.status !== 'ok') return access
  const headers = { ...call.headers, ...access.value }
  return post(`projects/${identity?.projectId}/${method}`, { ...call, headers })
}

/** Calls a method as the site's pages do. A key restricted to them needs their URL as the referrer. */
export function callAsPage({ method, ...call }: Call): Promise<IdentityResult<unknown>> {
  const { identity } = serverConfig().public
  const { siteUrl } = siteConfig().origin
  const headers = { ...call.headers, ...(siteUrl && { referer: `${siteUrl}/` }) }
  return post(`${method}?key=${encodeURIComponent(identity?.apiKey ?? '')}`, { ...call, headers })
}

/** The access token, and the quota project that end users' credentials need (as the Admin SDK sends it). */
function adminHeaders(deadline?: number): Promise<IdentityResult<Record<string, string>>> {
  return callProvider(async () => {
    const { credential } = adminApp().options
    if (!credential) throw new Error('The Admin SDK has no credential')
    const { access_token: token } = await credential.getAccessToken()
    const quotaProject =
      'getQuotaProjectId' in credential && typeof credential.getQuotaProjectId === 'function'
        ? credential.getQuotaProjectId()
        : null
    return {
      authorization: `Bearer ${token}`,
      ...(typeof quotaProject === 'string' && { 'x-goog-user-project': quotaProject }),
    }
  }, deadline)
}

/** `refused` with the provider's own code, such as `INVALID_OOB_CODE`. A server error or no response is `unavailable`. */
async function post(path: string, call: Omit<Call, 'method'>): Promise<IdentityResult<unknown>> {
  const { body, headers, deadline = performance.now() + maxResponseMs } = call
  const host = serverConfig().public.emulatorUrl ?? 'https:/'
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(Math.max(0, Math.ceil(deadline - performance.now()))),
  }
  try {
    const response = await fetch(`${host}/identitytoolkit.googleapis.com/v1/${path}`, init)
    const answer = parseJson(await response.text())
    if (response.ok) return { status: 'ok', value: answer }
    const read = v.safeParse(errorAnswer, answer)
    const code = read.success ? (/^[A-Z_]+/.exec(read.output.error.message)?.[0] ?? 'unknown') : 'unknown'
    return { status: response.status < 500 ? 'refused' : 'unavailable', code }
  } catch (error) {
    if (error instanceof TypeError) return { status: 'unavailable', code: 'network-error' }
    if (error instanceof Error && error.name === 'TimeoutError')
      return { status: 'unavailable', code: 'timeout' }
    throw error
  }
}

const errorAnswer = v.object({ error: v.object({ message: v.string() }) })
