import 'server-only'
/** Who is signed in, for pages and handlers, and what they may do with sessions: read, open or renew, end. */
import { redirect } from 'next/navigation'
import type { NextResponse } from 'next/server'
import { isDatabaseUnavailable } from '@/lib/server/database/database'
import { answerOwnSite, type Refuse, refusal } from '@/lib/server/http/answer'
import type { RequestFacts } from '@/lib/server/http/request'
import { redirects } from '@/lib/site/api-routes'
import { routes, type SitePath } from '@/lib/site/routes'
import { type LiveSession, requestSession } from './current'

export { clearEverySessionCookie, clearSessionCookie, setSessionCookie } from './cookie'
export { countInvalidToken, createOrRenewSession, type SessionResult } from './create'
export { type LiveSession, type RequestSession, requestSession } from './current'
export {
  deleteExpiredSessionsRegularly,
  endAllSessions,
  endListedSession,
  endOtherSessions,
  endThisSession,
} from './end'
export { needsRenewal } from './renew'

/**
 * The visitor's session. Without one, redirects: to renew an expired cookie, to clear the cookie of an ended
 * session, or cookies of two, to wait while we can't tell, else to sign in. Each leads back to `path`.
 */
export async function requireSession(path: SitePath): Promise<LiveSession> {
  const found = await requestSession()
  if (found.status === 'valid') return found.session
  if (found.status === 'expired') redirect(routes.silentRefresh(path))
  if (found.status === 'ended' || found.status === 'ambiguous') redirect(redirects.sessionEnded(path))
  if (found.status === 'unknown') redirect(redirects.unavailable(path))
  redirect(routes.loginThen(path))
}

/** Like `answerOwnSite`, for signed-in users only: 401 without a session, 503 when we can't tell. */
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

/** A page's query. While the database is down, redirects to a waiting page that leads back to `path`. */
export async function requireResult<T>(path: SitePath, question: Promise<T>): Promise<T> {
  try {
    return await question
  } catch (error) {
    if (isDatabaseUnavailable(error)) redirect(redirects.unavailable(path))
    throw error
  }
}
