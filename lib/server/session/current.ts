import 'server-only'
import { cookies } from 'next/headers'
import { cache } from 'react'
import { serverConfig } from '@/lib/server/config'
import {
  findSession,
  markSeen,
  type SessionRow,
  tokenHashOf,
  whenUnavailable,
} from '@/lib/server/database/database'
import { afterAnswer } from '@/lib/server/http/shutdown'
import { checkSession, type Session } from '@/lib/session/token'
import { checkRevocationWhenDue } from './revocation-check'

/** A session whose cookie is good and whose row is live. */
export type LiveSession = Session & { id: SessionRow['id']; openedAt: Date }

/**
 * `ended` is a dead session whose cookie is not: revoked, past its cap, or without a row. `unknown`
 * says nothing: the keys or the database could not be asked, and nobody is signed out for that.
 */
export type RequestSession =
  | { status: 'valid'; session: LiveSession; row: SessionRow; cookie: string }
  | { status: 'expired'; session: Session; row: SessionRow | null; cookie: string }
  | { status: 'ended'; session: Session; row: SessionRow | null; cookie: string }
  | { status: 'invalid' | 'absent' | 'unknown' }

/**
 * What this request's session is worth. Costs one indexed read at most, and only for a cookie that is good;
 * asked once a request. Whether the provider has revoked it is checked afterwards, where it is due.
 */
export const requestSession = cache(async (): Promise<RequestSession> => {
  // Asked for first, so that no page is ever prerendered with the answer of a build without settings.
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
  const found = await findSession(tokenHashOf(cookie)).catch(whenUnavailable('unknown'))
  if (found === 'unknown') return { status: 'unknown' }
  const known = { session: check.session, row: found, cookie }
  if (check.status === 'expired') return { status: 'expired', ...known }
  if (!found || !isLive(found, check.session)) return { status: 'ended', ...known }
  afterAnswer(() => recordVisit(found, check.session).catch(whenUnavailable(undefined)))
  return {
    status: 'valid',
    session: { ...check.session, id: found.id, openedAt: found.createdAt },
    row: found,
    cookie,
  }
})

/** Whether a row still stands for a session: not ended, the same person's, and not past the absolute cap. */
export function isLive(row: SessionRow, session: Session): boolean {
  const capEndsAt = row.createdAt.getTime() + serverConfig().session.capMs
  return row.revokedAt === null && row.userId === session.userId && Date.now() < capEndsAt
}

/** What need not be waited for. */
async function recordVisit(row: SessionRow, session: Session): Promise<void> {
  await markSeen(row, new Date())
  await checkRevocationWhenDue(row, session)
}
