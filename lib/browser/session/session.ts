import 'client-only'
import { fetchJson, remoteValue } from '@/lib/browser/http/remote-value'
import { apiRoutes } from '@/lib/site/api-routes'
import { watchTabs } from './tabs'

/** This browser's session as the server sees it. Scripts can't read the session cookie. */
export type SessionState =
  | { signedIn: false }
  | { signedIn: true; userId: string; name: string | null; email: string | null; needsRenewal: boolean }

const answer = remoteValue(async () => parseSessionState(await fetchJson(apiRoutes.session)))

/** Whether this browser has a session. Updated by broadcasts from other tabs and after Back. */
export const sessionState = {
  ...answer,
  subscribe(listener: () => void): () => void {
    if (!isWatching) watch()
    return answer.subscribe(listener)
  },
}

let isWatching = false

function watch(): void {
  isWatching = true
  watchTabs((event) => {
    if (event === 'signed-in') void answer.refresh()
    else answer.publish({ signedIn: false })
  })
  window.addEventListener('pageshow', ({ persisted }) => persisted && void answer.refresh())
}

/** Calls the listener when this browser is signed in, here or in another tab. Returns the unsubscribe function. */
export function watchForSignIn(listener: () => void): () => void {
  return sessionState.subscribe(() => {
    if (sessionState.current()?.signedIn) listener()
  })
}

/** Rejects JSON from a proxy or captive portal: only our response has `signedIn`. */
function parseSessionState(answer: unknown): SessionState | null {
  const isOurs = typeof answer === 'object' && answer !== null && 'signedIn' in answer
  return isOurs ? (answer as SessionState) : null
}
