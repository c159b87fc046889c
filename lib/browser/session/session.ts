import 'client-only'
import { forgetTyped } from '@/lib/browser/errors/chunk-reload'
import { fetchJson, type RemoteValue, remoteValue } from '@/lib/browser/http/remote-value'
import { followDrafts } from '@/lib/browser/notes/draft-watch'
import { routes } from '@/lib/site/routes'
import { watchTabs } from './tabs'

/** What the server says of this browser's session. The cookie itself is out of reach of scripts. */
export type SessionState =
  | { signedIn: false }
  /** `expiresAt` in seconds since 1970; `needsRenewal` once under half of the cookie's life is left. */
  | { signedIn: true; userId: string | null; expiresAt: number | null; needsRenewal: boolean }

const answer = remoteValue(async () => parseSessionState(await fetchJson(routes.api.session)))

/** Whether this browser has a session: kept up to date by the news of other tabs, and after Back. */
export const sessionState: RemoteValue<SessionState> = {
  ...answer,
  subscribe(listener) {
    const stopAnswers = answer.subscribe(listener)
    const stopNews = watchTabs((news) => {
      if (news === 'signed-out' || news === 'deleted') forgetTyped()
      if (news === 'signed-in') void answer.refresh()
      else answer.publish({ signedIn: false })
    })
    followDrafts()
    window.addEventListener('pageshow', askAfterBack)
    return () => {
      stopAnswers()
      stopNews()
      window.removeEventListener('pageshow', askAfterBack)
    }
  },
}

/** Tells when this browser turns out to be signed in, be it by another tab; returns the way to stop. */
export function watchForSignIn(listener: () => void): () => void {
  return sessionState.subscribe(() => {
    if (sessionState.current()?.signedIn) listener()
  })
}

function askAfterBack(event: PageTransitionEvent): void {
  if (event.persisted) void answer.refresh()
}

function parseSessionState(value: unknown): SessionState | null {
  if (typeof value !== 'object' || value === null || !('signedIn' in value)) return null
  if (value.signedIn !== true) return { signedIn: false }
  return {
    signedIn: true,
    userId: 'userId' in value && typeof value.userId === 'string' ? value.userId : null,
    expiresAt: 'expiresAt' in value && typeof value.expiresAt === 'number' ? value.expiresAt : null,
    needsRenewal: 'needsRenewal' in value && value.needsRenewal === true,
  }
}
