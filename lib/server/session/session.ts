import 'server-only'
import ms from 'ms'
import { redirect } from 'next/navigation'
import type { NextResponse } from 'next/server'
import { serverConfig } from '@/lib/server/config'
import { deleteEndedSessions, isDatabaseUnavailable, runRegularly } from '@/lib/server/database/database'
import { answerOwnSite, type Refuse, refusal } from '@/lib/server/http/answer'
import type { RequestFacts } from '@/lib/server/http/request'
import { log } from '@/lib/server/log/log'
import { sessionCookieAttributes } from '@/lib/session/token'
import { detours } from '@/lib/site/api-routes'
import { routes, type SitePath } from '@/lib/site/routes'
import { type LiveSession, requestSession } from './current'
import { capLeftMs, type NewCookie } from './mint'

export { type LiveSession, type RequestSession, requestSession } from './current'
export type { OpenedSession } from './mint'
export { countJunk, needsRenewal, openSession } from './open'

/**
 * The visitor's session. Without one, redirects: to renew an expired cookie, to clear the cookie of an ended
 * session, or cookies of two, to wait while we can't tell, else to sign in. Each leads back to `path`.
 */
export async function requireSession(path: SitePath): Promise<LiveSession> {
  const found = await requestSession()
  if (found.status === 'valid') return found.session
  if (found.status === 'expired') redirect(routes.silentRefresh(path))
  if (found.status === 'ended' || found.status === 'ambiguous') redirect(detours.sessionEnded(path))
  if (found.status === 'unknown') redirect(detours.unavailable(path))
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
export async function requireAnswer<T>(path: SitePath, question: Promise<T>): Promise<T> {
  try {
    return await question
  } catch (error) {
    if (isDatabaseUnavailable(error)) redirect(detours.unavailable(path))
    throw error
  }
}

/**
 * Sets the session cookie. It outlives the token inside by the grace, as an expired cookie is needed for
 * renewal, but never the session's cap. The token's own expiry decides whether it's valid.
 */
export function setSessionCookie(response: NextResponse, cookie: NewCookie, secure: boolean): void {
  const { cookieName, lifetimeMs, graceMs } = serverConfig().session
  const maxAge = Math.floor(Math.min(lifetimeMs + graceMs, capLeftMs(cookie.openedAt)) / 1000)
  response.cookies.set(cookieName, cookie.value, { ...sessionCookieAttributes, secure, maxAge })
}

/** Deletes the session cookie. */
export function clearSessionCookie(response: NextResponse, secure: boolean): void {
  response.cookies.set(serverConfig().session.cookieName, '', {
    ...sessionCookieAttributes,
    secure,
    maxAge: 0,
  })
}

/**
 * Deletes each cookie of this name that the site can: its own, and those that were set for a domain above it. What was set for
 * one path alone stays, as nobody knows the path. After this the response sets no other cookie.
 */
export function clearEverySessionCookie(
  response: NextResponse,
  origin: string | null,
  secure: boolean,
): void {
  clearSessionCookie(response, secure)
  const { cookieName } = serverConfig().session
  for (const domain of domainsOf(origin))
    response.headers.append(
      'set-cookie',
      `${cookieName}=; Domain=${domain}; Path=/; Max-Age=0; HttpOnly; SameSite=lax${secure ? '; Secure' : ''}`,
    )
}

/** The host and the domains above it; browsers ignore one that is a public suffix. */
function domainsOf(origin: string | null): string[] {
  const labels = origin ? new URL(origin).hostname.split('.') : []
  return labels
    .map((_, place) => labels.slice(place).join('.'))
    .filter((domain) => /[a-z]/i.test(domain) && domain.includes('.'))
}

/** Deletes sessions that ended thirty days ago, now and every six hours, as `/privacy` promises. */
export function keepSessionsClean(): void {
  runRegularly(deleteEnded, ms('6h'))
}

const keptForMs = ms('30d')

async function deleteEnded(): Promise<void> {
  const count = await deleteEndedSessions(new Date(Date.now() - keptForMs), serverConfig().session.graceMs)
  if (count > 0) log('info', 'session.deleted', { count })
}
