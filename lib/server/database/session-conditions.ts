import 'server-only'
/** Conditions on session rows. */
import { and, eq, gt, isNull, or, type Placeholder, type SQL } from 'drizzle-orm'
import type { TokenHash } from './names'
import { sessions } from './schema'

export function isLive(isWanted: SQL | undefined): SQL | undefined {
  return and(isWanted, isNull(sessions.revokedAt))
}

/** Matches the current cookie, or the previous one for a while after renewal. Both columns are indexed. */
export function hasHash(tokenHash: TokenHash | Placeholder, now: Date | Placeholder): SQL | undefined {
  const isPrevious = and(eq(sessions.previousHash, tokenHash), gt(sessions.previousUntil, now))
  return or(eq(sessions.tokenHash, tokenHash), isPrevious)
}

export function before(moment: Date, byMs: number): Date {
  return new Date(moment.getTime() - byMs)
}
