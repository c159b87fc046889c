import 'server-only'
/** All that there is of a person. A table that is added with a `uid` in it belongs here. */
import { and, count, desc, eq, ne } from 'drizzle-orm'
import { askDatabase } from './connection'
import type { SessionId, UserId } from './names'
import { notes, sessions } from './schema'
import type { SessionRow } from './sessions'

/** All sessions of a person that there are rows of, ended ones too, the last opened first. */
export function listAllSessions(userId: UserId): Promise<SessionRow[]> {
  return askDatabase((queries) =>
    queries.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(desc(sessions.createdAt)),
  )
}

/**
 * Deletes a person's notes and sessions, all of it or nothing, and says how many notes there were. One session may stay
 * to the end: by it the person can ask again if what follows fails.
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
