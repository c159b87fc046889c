import 'server-only'
import { redirect } from 'next/navigation'
import type { NextResponse } from 'next/server'
import { isDatabaseUnavailable } from '@/lib/server/database/database'
import { answerOwnSite, type Refuse, refusal } from '@/lib/server/http/answer'
import type { RequestFacts } from '@/lib/server/http/request'
import { isRecentSignIn } from '@/lib/session/recent-sign-in'
import { routes, type SitePath } from '@/lib/site/routes'
import { type LiveSession, requestSession } from './current'

export { keepSessionsClean } from './clean-up'
export { clearSessionCookie, setSessionCookie } from './cookie'
export { type LiveSession, type RequestSession, requestSession } from './current'
export type { OpenedSession } from './mint'
export { countJunk, needsRenewal, openSession } from './open'

/**
 * The visitor's session. Without one the visitor is sent on and comes back to `path`: to be renewed if the
 * cookie has expired, to have a dead session's cookie taken away, to wait if nobody can tell, else to sign in.
 */
export async function requireSession(path: SitePath): Promise<LiveSession> {
  const found = await requestSession()
  if (found.status === 'valid') return found.session
  if (found.status === 'expired') redirect(routes.silentRefresh(path))
  if (found.status === 'ended') redirect(routes.sessionEnded(path))
  if (found.status === 'unknown') redirect(routes.unavailable(path))
  redirect(routes.loginThen(path))
}

/**
 * What a handler answers to whoever is signed in, and to our own pages alone. Who has no session, or when nobody can
 * tell, is answered here.
 */
export function answerSignedIn(
  request: Request,
  work: (session: LiveSession, facts: RequestFacts) => Promise<NextResponse>,
  refuse: Refuse = refusal,
): Promise<NextResponse> {
  return answerOwnSite(
    request,
    async (facts) => {
      const found = await requestSession()
      if (found.status === 'unknown') return refuse(503, 'session-unknown')
      return found.status === 'valid' ? work(found.session, facts) : refuse(401, 'no-session')
    },
    refuse,
  )
}

/** For what only its owner may do: the refusal of a session whose sign-in lies back too long, or null. */
export function requireRecent({ authenticatedAt }: LiveSession): NextResponse | null {
  return isRecentSignIn(authenticatedAt) ? null : refusal(403, 'recent-sign-in-needed')
}

/** What a page asks the database for. While it cannot be asked the visitor waits, and comes back to `path`. */
export async function requireAnswer<T>(path: SitePath, question: Promise<T>): Promise<T> {
  try {
    return await question
  } catch (error) {
    if (isDatabaseUnavailable(error)) redirect(routes.unavailable(path))
    throw error
  }
}
