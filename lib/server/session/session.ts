import 'server-only'
/** Sessions, for pages and handlers: read, create, renew and end them. */
import { redirect } from 'next/navigation'
import type { NextResponse } from 'next/server'
import { siteConfig } from '@/lib/config/config'
import { isSecureOrigin } from '@/lib/http/origin'
import type { SignInUnavailableReason } from '@/lib/identity/error-words'
import { isDatabaseUnavailable } from '@/lib/server/database/errors'
import { answerOwnSite, type Refuse, refusal } from '@/lib/server/http/answer'
import { type RequestFacts, requestOrigin } from '@/lib/server/http/request'
import { redirects } from '@/lib/site/api-routes'
import { routes, type SitePath } from '@/lib/site/routes'
import { type LiveSession, requestSession } from './current'

/**
 * The visitor's session. Otherwise redirects: to renew an expired cookie, to clear the cookies of an ended or ambiguous
 * session, to a waiting page if it can't be checked or the bound cookie is missing, else to sign in. Each leads back to `path`.
 */
export async function requireSession(path: SitePath): Promise<LiveSession> {
  const found = await requestSession()
  if (found.status === 'valid') return found.session
  if (found.status === 'expired') redirect(routes.silentRefresh(path))
  if (found.status === 'ended' || found.status === 'ambiguous' || found.status === 'unbound')
    redirect(redirects.sessionEnded(path))
  if (found.status === 'unknown') redirect(redirects.unavailable(path))
  redirect(routes.loginThen(path))
}

/** Like `answerOwnSite`, for signed-in users only: 401 without a session, 503 if it can't be checked or lacks its device. */
export function answerSignedIn(
  request: Request,
  work: (session: LiveSession, facts: RequestFacts) => Promise<NextResponse>,
  refuse: Refuse = refusal,
): Promise<NextResponse> {
  return answerOwnSite(
    request,
    async (facts) => {
      const found = await requestSession()
      if (found.status === 'unknown' || found.status === 'unbound')
        return refuse(503, `session-${found.status}`)
      return found.status === 'valid' ? work(found.session, facts) : refuse(401, 'no-session')
    },
    refuse,
  )
}

/** The result of a page's query. While the database is down, redirects to a waiting page that leads back to `path`. */
export async function requireResult<T>(path: SitePath, query: Promise<T>): Promise<T> {
  try {
    return await query
  } catch (error) {
    if (isDatabaseUnavailable(error)) redirect(redirects.unavailable(path))
    throw error
  }
}

/** Why sign-in can't work at this request's origin; null if it can. */
export async function signInUnavailableReason(): Promise<SignInUnavailableReason | null> {
  if (!siteConfig().public.identity) return 'not-configured'
  const origin = await requestOrigin()
  return origin && !isSecureOrigin(origin) ? 'not-secure' : null
}
