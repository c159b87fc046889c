import 'server-only'
import { cookies } from 'next/headers'
import { cache } from 'react'
import { serverConfig } from '@/lib/server/config'
import {
  awaitsNewCookie,
  confirmRenewal,
  findSession,
  markSeen,
  type SessionRow,
  tokenHashOf,
  whenUnavailable,
} from '@/lib/server/database/database'
import { afterAnswer } from '@/lib/server/http/shutdown'
import { checkSession, type Session } from '@/lib/session/token'
import { checkRevocationWhenDue } from './revocation-check'

/** A session with a valid cookie and a live row. */
export type LiveSession = Session & { id: SessionRow['id']; openedAt: Date }

/**
 * `ended`: the cookie is valid, but the session is revoked, past its cap, or has no row. `unknown`: the keys
 * or the database are unavailable, which never signs anyone out.
 */
export type RequestSession =
  | { status: 'valid'; session: LiveSession; row: SessionRow; cookie: string }
  | { status: 'expired'; session: Session; row: SessionRow | null; cookie: string }
  | { status: 'ended'; session: Session; row: SessionRow | null; cookie: string }
  | { status: 'invalid' | 'absent' | 'unknown' }

/**
 * The session of this request, checked once per request. Costs at most one indexed read, and only if the
 * cookie is correctly signed. When due, asks the provider after the response whether it's revoked.
 */
export const requestSession = cache(async (): Promise<RequestSession> => {
  // First, which makes pages dynamic: the build has no settings, and must not prerender its result.
  const jar = await cookies()
  const { session: settings, public: site } = serverConfig()
  if (!site.identity) return { status: 'absent' }
  const cookie = jar.get(settings.cookieName)?.value ?? ''
  const check = await checkSession(cookie, {
    projectId: site.identity.projectId,
    keysUrl: settings.keysUrl,
    emulated: site.emulatorUrl !== null,
  })
  if (check.status !== 'valid' && check.status !== 'expired') return check
  const tokenHash = tokenHashOf(cookie)
  const found = await findSession(tokenHash).catch(whenUnavailable('unknown'))
  if (found === 'unknown') return { status: 'unknown' }
  const known = { session: check.session, row: found, cookie }
  if (check.status === 'expired') return { status: 'expired', ...known }
  if (!found || !isLive(found, check.session)) return { status: 'ended', ...known }
  const isNewCookie = found.tokenHash === tokenHash && awaitsNewCookie(found)
  afterAnswer(() => recordVisit(found, check.session, isNewCookie).catch(whenUnavailable(undefined)))
  return {
    status: 'valid',
    session: { ...check.session, id: found.id, openedAt: found.createdAt },
    row: found,
    cookie,
  }
})

/** Whether the row is live: not ended, of the same user, and not past the absolute cap. */
export function isLive(row: SessionRow, session: Session): boolean {
  const capEndsAt = row.createdAt.getTime() + serverConfig().session.capMs
  return row.revokedAt === null && row.userId === session.userId && Date.now() < capEndsAt
}

/** How long the cookie before a renewal stays valid once the new one has come back, for requests already sent. */
const oldCookieIsTakenForMs = 60_000

/** Bookkeeping that the response doesn't wait for. */
async function recordVisit(row: SessionRow, session: Session, isNewCookie: boolean): Promise<void> {
  if (isNewCookie) await confirmRenewal(row, new Date(Date.now() + oldCookieIsTakenForMs))
  await markSeen(row, new Date())
  await checkRevocationWhenDue(row, session)
}
