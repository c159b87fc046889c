import 'client-only'
import { fetchJson, remoteValue } from '@/lib/browser/http/remote-value'
import { apiRoutes } from '@/lib/site/api-routes'
import { watchTabs } from './tabs'

/** This browser's session as the server sees it. Scripts can't read the session cookie. */
export type SessionState =
  | { signedIn: false }
  /** `needsRenewal`: past half of the cookie's lifetime, so an open page renews it. */
  | { signedIn: true; userId: string; name: string | null; email: string | null; needsRenewal: boolean }

const remote = remoteValue(async () => parseSessionState(await fetchJson(apiRoutes.session)))

/** Whether this browser has a session. Updated by broadcasts from other tabs and after Back. */
export const sessionState = {
  ...remote,
  subscribe(listener: () => void): () => void {
    if (!isWatching) watch()
    return remote.subscribe(listener)
  },
}

let isWatching = false

function watch(): void {
  isWatching = true
  watchTabs((event) => {
    if (event === 'signed-in') void remote.refresh()
    else remote.publish({ signedIn: false })
  })
  window.addEventListener('pageshow', ({ persisted }) => persisted && void remote.refresh())
}

/** Calls the listener when this browser is signed in, here or in another tab. Returns the unsubscribe function. */
export function watchForSignIn(listener: () => void): () => void {
  return sessionState.subscribe(() => {
    if (sessionState.current()?.signedIn) listener()
  })
}

/** Rejects JSON from a proxy or captive portal: only our response has `signedIn`. */
function parseSessionState(json: unknown): SessionState | null {
  const isOurs = typeof json === 'object' && json !== null && 'signedIn' in json
  return isOurs ? (json as SessionState) : null
}
