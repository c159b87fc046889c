import 'client-only'
import { refusalCode } from '@/lib/browser/http/answers'
import type { PublicConfig } from '@/lib/config/config'
import { renewSession } from './renewal'

/**
 * `fetch` for endpoints behind the session. When the guard says that there is none, the session is renewed in
 * the background and the request is sent once more, so that nothing typed into the page is lost. A body has
 * to be one that can be sent twice, so no stream. Next's own requests know nothing of this: a server action would need a
 * check before it.
 */
export function fetchWithSession(config: PublicConfig, url: string, init?: RequestInit): Promise<Response> {
  return repeatAfterRenewal(
    () => fetch(url, init),
    async () => (await renewSession(config)).status === 'renewed',
  )
}

/** Sends; if the guard asks for a session and `renew` brings one, sends once more. */
export async function repeatAfterRenewal(
  send: () => Promise<Response>,
  renew: () => Promise<boolean>,
): Promise<Response> {
  const response = await send()
  if (!(await asksForSession(response))) return response
  return (await renew()) ? send() : response
}

/** By its code, as a 401 may also mean something that no renewal mends. The answer itself stays unread. */
async function asksForSession(response: Response): Promise<boolean> {
  if (response.status !== 401) return false
  const code = await refusalCode(response.clone())
  return code === 'no-session' || code === 'session-expired'
}
