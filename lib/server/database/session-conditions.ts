import 'server-only'
/** Which rows of sessions are meant. */
import { and, eq, gt, isNull, or, type SQL } from 'drizzle-orm'
import type { TokenHash } from './names'
import { sessions } from './schema'

export function isLive(isWanted: SQL | undefined): SQL | undefined {
  return and(isWanted, isNull(sessions.revokedAt))
}

/** Both sides have an index. */
export function hasHash(tokenHash: TokenHash, now: Date): SQL | undefined {
  const isPrevious = and(eq(sessions.previousHash, tokenHash), gt(sessions.previousUntil, now))
  return or(eq(sessions.tokenHash, tokenHash), isPrevious)
}

export function before(moment: Date, byMs: number): Date {
  return new Date(moment.getTime() - byMs)
}
