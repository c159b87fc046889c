import 'server-only'
/** All that a person has in notes, for the export and the deletion. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { NoteId } from '@/lib/notes/note'
import { queryDatabase } from '@/lib/server/database/connection'
import type { Queries } from '@/lib/server/database/engine'
import type { UserId } from '@/lib/server/database/ids'
import { sessions } from '@/lib/server/database/schema/sessions'
import type { NoteRow } from './notes'
import type { ShareRow } from './shares'
import { noteColumns, notes, shareOpenings, shares, trashedNotes } from './tables'

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

/** Deletes notes and trash; links go with them. */
export async function deleteNotesOf(queries: Queries, userId: UserId): Promise<void> {
  await queries.delete(notes).where(eq(notes.userId, userId))
  await queries.delete(trashedNotes).where(eq(trashedNotes.userId, userId))
}
