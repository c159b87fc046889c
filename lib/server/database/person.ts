import 'server-only'
/** All rows of a user. Any new table with something of theirs belongs here, and a test says so. */
import { and, count, desc, eq, ne, sql } from 'drizzle-orm'
import type { NoteId } from '@/lib/notes/note'
import { askDatabase } from './connection'
import type { SessionId, UserId } from './names'
import type { NoteRow } from './notes'
import {
  noteColumns,
  notes,
  sessions,
  shareOpenings,
  shares,
  trashedNotes,
  unverifiedAccounts,
} from './schema'
import { maxSessions } from './session-conditions'
import type { SessionRow } from './sessions'
import type { ShareRow } from './shares'
import { forgetUnverified } from './unverified-accounts'

/** All stored sessions of a user, including ended ones, last opened first: `maxSessions`, or those from before that limit. */
export function listAllSessions(userId: UserId): Promise<SessionRow[]> {
  return askDatabase((queries) =>
    queries
      .select()
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(sessions.createdAt))
      .limit(maxSessions),
  )
}

/**
 * All notes of a user in batches, so that not all are in memory, and none twice. One that is saved meanwhile moves to the end,
 * so it can't be missed.
 */
export async function* listAllNotes(userId: UserId): AsyncGenerator<NoteRow> {
  const listed = new Set<NoteId>()
  for (let last: NoteRow | null = null; ; ) {
    const batch: NoteRow[] = await nextNotes(userId, last)
    yield* batch.filter(({ id }) => !listed.has(id))
    for (const { id } of batch) listed.add(id)
    last = batch.at(-1) ?? null
    if (batch.length < batchSize) return
  }
}

/** At most 2.5 MB of text. */
const batchSize = 25

function nextNotes(userId: UserId, after: NoteRow | null): Promise<NoteRow[]> {
  const isAfter =
    after && sql`(changed_at, id) > (${after.changedAt.toISOString()}::timestamptz, ${after.id}::uuid)`
  return askDatabase((queries) =>
    queries
      .select(noteColumns)
      .from(notes)
      .where(and(eq(notes.userId, userId), isAfter ?? undefined))
      .orderBy(notes.changedAt, notes.id)
      .limit(batchSize),
  )
}

/** All links of a user. */
export function listAllShares(userId: UserId): Promise<ShareRow[]> {
  return askDatabase((queries) => queries.select().from(shares).where(eq(shares.userId, userId)))
}

/** Which links the user has opened, by session. */
export function listAllOpenings(userId: UserId): Promise<(typeof shareOpenings.$inferSelect)[]> {
  return askDatabase((queries) =>
    queries
      .select({ shareId: shareOpenings.shareId, sessionId: shareOpenings.sessionId })
      .from(shareOpenings)
      .innerJoin(sessions, eq(sessions.id, shareOpenings.sessionId))
      .where(eq(sessions.userId, userId)),
  )
}

/** The row of a user whose account was used before its address was verified. */
export function listUnverified(userId: UserId): Promise<(typeof unverifiedAccounts.$inferSelect)[]> {
  return askDatabase((queries) =>
    queries.select().from(unverifiedAccounts).where(eq(unverifiedAccounts.userId, userId)),
  )
}

/**
 * Deletes a user's notes, with their links, the trash and sessions. Returns the number of notes. `exceptSession` stays,
 * so the user can retry if a later step fails.
 */
export async function deletePerson(userId: UserId, exceptSession?: SessionId): Promise<number> {
  const isTheirs = eq(sessions.userId, userId)
  const isMeant = exceptSession ? and(isTheirs, ne(sessions.id, exceptSession)) : isTheirs
  const [row] = await askDatabase((queries) => {
    const goneNotes = queries
      .$with('gone_notes')
      .as(queries.delete(notes).where(eq(notes.userId, userId)).returning({ id: notes.id }))
    const goneTrash = queries
      .$with('gone_trash')
      .as(
        queries
          .delete(trashedNotes)
          .where(eq(trashedNotes.userId, userId))
          .returning({ id: trashedNotes.id }),
      )
    const goneSessions = queries
      .$with('gone_sessions')
      .as(queries.delete(sessions).where(isMeant).returning({ id: sessions.id }))
    return queries.with(goneNotes, goneTrash, goneSessions).select({ count: count() }).from(goneNotes)
  })
  // With a session left, the account may be left, too.
  if (!exceptSession) await forgetUnverified(userId)
  return row?.count ?? 0
}
