import 'server-only'
/** Conditions on session rows. */
import { and, eq, gt, isNull, or, type Placeholder, type SQL } from 'drizzle-orm'
import type { TokenHash } from './ids'
import { sessions } from './schema/sessions'

/** The session rows of a user, live and ended: more than anyone has devices. */
export const maxSessions = 100

export function isLiveRow(condition: SQL | undefined): SQL | undefined {
  return and(condition, isNull(sessions.revokedAt))
}

/** Matches the current cookie, and the previous one until `previousUntil`. Both columns are indexed. */
export function matchesCookie(tokenHash: TokenHash | Placeholder, now: Date | Placeholder): SQL | undefined {
  const isAccepted = or(isNull(sessions.previousUntil), gt(sessions.previousUntil, now))
  const isPrevious = and(eq(sessions.previousHash, tokenHash), isAccepted)
  return or(eq(sessions.tokenHash, tokenHash), isPrevious)
}

export function before(moment: Date, byMs: number): Date {
  return new Date(moment.getTime() - byMs)
}
