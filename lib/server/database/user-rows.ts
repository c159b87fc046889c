import 'server-only'
/** All rows of a user. A test enforces that every new table with user data is handled here. */
import { and, count, desc, eq, getTableName, ne, type SQL, sql } from 'drizzle-orm'
import type { NoteId } from '@/lib/notes/note'
import { forgetAccount } from './accounts'
import { requireKnownSchema, runTransfer, type TransferResult } from './backup/backup'
import { queryDatabase } from './connection'
import { adminProblem } from './errors'
import type { SessionId, UserId } from './ids'
import type { NoteRow } from './notes'
import { deletePasskeyRows } from './passkeys'
import { noteColumns, notes, shareOpenings, shares, trashedNotes } from './schema/notes'
import { sessions, unverifiedAccounts } from './schema/sessions'
import { tables } from './schema/tables'
import { maxSessions, type SessionRow } from './sessions'
import type { ShareRow } from './shares'

/** A user's sessions, live and ended, newest first, at most `maxSessions`. */
export function listAllSessions(userId: UserId): Promise<SessionRow[]> {
  return queryDatabase((queries) =>
    queries
      .select()
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(sessions.createdAt))
      .limit(maxSessions),
  )
}

/** All notes of a user. One saved during the iteration moves to the end, so it isn't missed. */
export function listAllNotes(userId: UserId): AsyncGenerator<NoteRow> {
  const { changedAt, id } = notes
  return inBatches((last: NoteRow | null) => {
    const isNext = last && isBeyond(last.changedAt, last.id, sql`${changedAt}, ${id}`)
    return queryDatabase((queries) =>
      queries
        .select(noteColumns)
        .from(notes)
        .where(and(eq(notes.userId, userId), isNext ?? undefined))
        .orderBy(changedAt, id)
        .limit(batchSize),
    )
  })
}

/** All notes in a user's trash. One deleted during the iteration comes last; one restored may be missed. */
export function listAllTrashed(userId: UserId): AsyncGenerator<typeof trashedNotes.$inferSelect> {
  const { deletedAt, id } = trashedNotes
  return inBatches((last: typeof trashedNotes.$inferSelect | null) => {
    const isNext = last && isBeyond(last.deletedAt, last.id, sql`${deletedAt}, ${id}`)
    return queryDatabase((queries) =>
      queries
        .select()
        .from(trashedNotes)
        .where(and(eq(trashedNotes.userId, userId), isNext ?? undefined))
        .orderBy(deletedAt, id)
        .limit(batchSize),
    )
  })
}

/** Yields rows in batches, each row once, without holding all in memory. */
async function* inBatches<Row extends { id: NoteId }>(
  readNext: (last: Row | null) => Promise<Row[]>,
): AsyncGenerator<Row> {
  const listed = new Set<NoteId>()
  for (let last: Row | null = null; ; ) {
    const batch: Row[] = await readNext(last)
    yield* batch.filter(({ id }) => !listed.has(id))
    for (const { id } of batch) listed.add(id)
    last = batch.at(-1) ?? null
    if (batch.length < batchSize) return
  }
}

/** At most 2.5 MB of text. */
const batchSize = 25

function isBeyond(time: Date, id: NoteId, order: SQL): SQL {
  return sql`(${order}) > (${time.toISOString()}::timestamptz, ${id}::uuid)`
}

/** All links of a user. */
export function listAllShares(userId: UserId): Promise<ShareRow[]> {
  return queryDatabase((queries) => queries.select().from(shares).where(eq(shares.userId, userId)))
}

/** Which links the user has opened, by session. */
export function listAllOpenings(userId: UserId): Promise<(typeof shareOpenings.$inferSelect)[]> {
  return queryDatabase((queries) =>
    queries
      .select({ shareId: shareOpenings.shareId, sessionId: shareOpenings.sessionId })
      .from(shareOpenings)
      .innerJoin(sessions, eq(sessions.id, shareOpenings.sessionId))
      .where(eq(sessions.userId, userId)),
  )
}

/** The last release's record of a sign-in before the address was verified: one row or none. */
export function listUnverified(userId: UserId): Promise<(typeof unverifiedAccounts.$inferSelect)[]> {
  return queryDatabase((queries) =>
    queries.select().from(unverifiedAccounts).where(eq(unverifiedAccounts.userId, userId)),
  )
}

/**
 * Deletes all rows of a user whose account is gone. Refused if there are none: the ID may be mistyped. The provider isn't
 * asked, as somebody else may have an account with the same ID by now.
 */
export function forgetUser(userId: UserId): Promise<TransferResult> {
  return runTransfer(async () => {
    await queryDatabase(requireKnownSchema)
    const rows = await countUserRows(userId)
    if (Object.values(rows).every((count) => count === 0))
      throw adminProblem(`Nothing is stored of a user ${userId}.`)
    await deleteUserRows(userId)
    return rows
  })
}

/** The number of rows that name a user, by table. */
async function countUserRows(userId: UserId): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of Object.values(tables))
    if ('userId' in table)
      counts[getTableName(table)] = await queryDatabase((queries) =>
        queries.$count(table, eq(table.userId, userId)),
      )
  return counts
}

/**
 * Deletes a user's notes, links, trash, sessions and passkeys. Returns the number of notes. With `exceptSession`, that
 * session and the passkeys stay, so the user can retry if a later step fails.
 */
export async function deleteUserRows(userId: UserId, exceptSession?: SessionId): Promise<number> {
  const keptSession = exceptSession && ne(sessions.id, exceptSession)
  const [row] = await queryDatabase((queries) => {
    const goneNotes = queries
      .$with('gone_notes')
      .as(queries.delete(notes).where(eq(notes.userId, userId)).returning({ id: notes.id }))
    const goneSessions = queries.$with('gone_sessions').as(
      queries
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), keptSession))
        .returning({ id: sessions.id }),
    )
    const goneTrash = queries
      .$with('gone_trash')
      .as(
        queries
          .delete(trashedNotes)
          .where(eq(trashedNotes.userId, userId))
          .returning({ id: trashedNotes.id }),
      )
    return queries.with(goneNotes, goneTrash, goneSessions).select({ count: count() }).from(goneNotes)
  })
  // While a session is left the account may exist, and a passkey may be its only sign-in method.
  if (!exceptSession) {
    await forgetAccount(userId)
    await deletePasskeyRows(userId)
  }
  return row?.count ?? 0
}
