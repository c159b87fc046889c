import 'server-only'
/** Ends sessions. Rows are kept for a while, so the cookie of an ended session is still recognized. */
import { and, desc, eq, inArray, isNull, lt, ne, or, type SQL } from 'drizzle-orm'
import { queryDatabase } from './connection'
import type { SessionId, UserId } from './ids'
import { sessions } from './schema/sessions'
import { before, isLiveRow, maxSessions } from './session-conditions'
import type { SessionRow } from './sessions'

/** Ends one of a user's sessions. False if the user has no such live session. */
export async function endSessionRow(id: SessionId, userId: UserId, now: Date): Promise<boolean> {
  return (await endSessionsWhere(and(eq(sessions.id, id), eq(sessions.userId, userId)), now)) > 0
}

/** Whether the session exists, live or ended, and belongs to another user. */
export async function isOtherUsersSession(id: SessionId, userId: UserId): Promise<boolean> {
  const condition = and(eq(sessions.id, id), ne(sessions.userId, userId))
  const rows = await queryDatabase((queries) =>
    queries.select({ id: sessions.id }).from(sessions).where(condition),
  )
  return rows.length > 0
}

/** Ends a session unless it has been renewed since it was read. */
export async function endUnlessRenewed({ id, tokenHash }: SessionRow, now: Date): Promise<boolean> {
  return (await endSessionsWhere(and(eq(sessions.id, id), eq(sessions.tokenHash, tokenHash)), now)) > 0
}

/** Ends all sessions of a user except one. Returns the number. */
export function endOtherSessionRows(userId: UserId, exceptId: SessionId, now: Date): Promise<number> {
  return endSessionsWhere(and(eq(sessions.userId, userId), ne(sessions.id, exceptId)), now)
}

/** Ends all sessions of a user. Returns the number. */
export function endSessionRows(userId: UserId, now: Date): Promise<number> {
  return endSessionsWhere(eq(sessions.userId, userId), now)
}

/** How many live sessions a user has besides this one. */
export function countOtherSessions(userId: UserId, exceptId: SessionId | null): Promise<number> {
  const isOther = exceptId ? ne(sessions.id, exceptId) : undefined
  return queryDatabase((queries) =>
    queries.$count(sessions, isLiveRow(and(eq(sessions.userId, userId), isOther))),
  )
}

/** Deletes sessions that were revoked, or expired and left their grace period, before `endedBefore`. */
export async function deleteEndedSessions(endedBefore: Date, graceMs = 0): Promise<number> {
  const isExpired = lt(sessions.expiresAt, before(endedBefore, graceMs))
  const rows = await queryDatabase((queries) =>
    queries
      .delete(sessions)
      .where(or(lt(sessions.revokedAt, endedBefore), isExpired))
      .returning({ id: sessions.id }),
  )
  return rows.length
}

/**
 * Deletes a user's sessions over `maxSessions`: ended ones first, then those least recently seen. Otherwise signing in in a
 * loop would fill the disk, and the list and the export would fill the memory.
 */
export async function deleteSurplusSessions(userId: UserId): Promise<void> {
  await queryDatabase((queries) => {
    const surplus = queries
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(isNull(sessions.revokedAt)), desc(sessions.seenAt), desc(sessions.createdAt))
      .offset(maxSessions)
    return queries.delete(sessions).where(inArray(sessions.id, surplus))
  })
}

async function endSessionsWhere(condition: SQL | undefined, now: Date): Promise<number> {
  const rows = await queryDatabase((queries) =>
    queries
      .update(sessions)
      .set({ revokedAt: now })
      .where(isLiveRow(condition))
      .returning({ id: sessions.id }),
  )
  return rows.length
}
