import 'client-only'
import { refusalCode } from '@/lib/browser/http/refusal-code'
import type { PublicConfig } from '@/lib/config/config'
import { renewSession } from './renewal'

/** `limitMs`: the timeout of each try, without the renewal between them. */
type Init = Omit<RequestInit, 'signal'> & { limitMs?: number }

/**
 * `fetch` for endpoints behind the session. On a 401 it renews the session in the background and retries
 * once, so nothing typed is lost. The body must be resendable: no streams. Doesn't cover Next's own requests;
 * check the session before calling a server action.
 */
export function fetchWithSession(
  config: PublicConfig,
  url: string,
  { limitMs = 15_000, ...init }: Init = {},
): Promise<Response> {
  return retryAfterRenewal(
    () => fetch(url, { ...init, signal: AbortSignal.timeout(limitMs) }),
    async () => (await renewSession(config)).status === 'renewed',
  )
}

/** Sends, and retries once if a session was missing and `renew` succeeds. */
export async function retryAfterRenewal(
  send: () => Promise<Response>,
  renew: () => Promise<boolean>,
): Promise<Response> {
  const response = await send()
  if (!(await isSessionMissing(response))) return response
  return (await renew()) ? send() : response
}

/** By the code, as renewal doesn't fix every 401. Leaves the response body unread. */
async function isSessionMissing(response: Response): Promise<boolean> {
  if (response.status !== 401) return false
  const code = await refusalCode(response.clone())
  return code === 'no-session' || code === 'session-expired'
}
