import 'server-only'
/** All rows of a user. Any new table with a `uid` belongs here. */
import { and, count, desc, eq, ne } from 'drizzle-orm'
import { askDatabase } from './connection'
import type { SessionId, UserId } from './names'
import { notes, sessions } from './schema'
import type { SessionRow } from './sessions'

/** All stored sessions of a user, including ended ones, last opened first. */
export function listAllSessions(userId: UserId): Promise<SessionRow[]> {
  return askDatabase((queries) =>
    queries.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(desc(sessions.createdAt)),
  )
}

/**
 * Deletes a user's notes and sessions in one statement. Returns the number of notes. `exceptSession` stays,
 * so the user can retry if a later step fails.
 */
export async function deletePerson(userId: UserId, exceptSession?: SessionId): Promise<number> {
  const isTheirs = eq(sessions.userId, userId)
  const isMeant = exceptSession ? and(isTheirs, ne(sessions.id, exceptSession)) : isTheirs
  const [row] = await askDatabase((queries) => {
    const goneNotes = queries
      .$with('gone_notes')
      .as(queries.delete(notes).where(eq(notes.userId, userId)).returning({ id: notes.id }))
    const goneSessions = queries
      .$with('gone_sessions')
      .as(queries.delete(sessions).where(isMeant).returning({ id: sessions.id }))
    return queries.with(goneNotes, goneSessions).select({ count: count() }).from(goneNotes)
  })
  return row?.count ?? 0
}
