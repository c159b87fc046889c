import 'client-only'
import { fetchJson, type RemoteValue, remoteValue } from '@/lib/browser/http/remote-value'
import { routes } from '@/lib/site/routes'
import { watchTabs } from './tabs'

/** What the server says of this browser's session. The cookie itself is out of reach of scripts. */
export type SessionState =
  | { signedIn: false }
  /** `needsRenewal` once under half of the cookie's life is left. */
  | { signedIn: true; userId: string; needsRenewal: boolean }

const answer = remoteValue(async () => parseSessionState(await fetchJson(routes.api.session)))

/** Whether this browser has a session: kept up to date by what other tabs tell, and after Back. */
export const sessionState: RemoteValue<SessionState> = {
  ...answer,
  subscribe(listener) {
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

/** Tells when this browser turns out to be signed in, be it by another tab; returns the way to stop. */
export function watchForSignIn(listener: () => void): () => void {
  return sessionState.subscribe(() => {
    if (sessionState.current()?.signedIn) listener()
  })
}

/** By one word our answer is told from what another may say in front of our server. */
function parseSessionState(answer: unknown): SessionState | null {
  const isOurs = typeof answer === 'object' && answer !== null && 'signedIn' in answer
  return isOurs ? (answer as SessionState) : null
}
