import 'server-only'
/** Rows of deleted notes. Every query but the purge names the owner. */
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import ms from 'ms'
import { trashedMs } from '@/lib/notes/limits'
import type { NoteId } from '@/lib/notes/note'
import { askDatabase } from './connection'
import type { UserId } from './names'
import { startLength } from './note-list'
import type { NoteRow } from './notes'
import { runRegularly } from './regular'
import { noteColumns, notes, trashedNotes } from './schema'

export type TrashedRow = typeof trashedNotes.$inferSelect

/** Where the next page of the trash starts: after this note. */
export type TrashPlace = { deletedAt: Date; id: NoteId }

/** Moves a user's note to the trash; its link ends. Returns it; null if the user has no such note. */
export function trashNoteRow(id: NoteId, userId: UserId, now: Date): Promise<NoteRow | null> {
  return askDatabase((queries) =>
    queries.transaction(async (transaction) => {
      const isMeant = and(eq(notes.id, id), eq(notes.userId, userId))
      const [row] = await transaction.delete(notes).where(isMeant).returning(noteColumns)
      if (!row) return null
      const { isPinned: _, ...kept } = row
      const trashed = { ...kept, deletedAt: now }
      // One that lies there was written again by a release that knows no trash.
      const write = { target: trashedNotes.id, set: trashed, setWhere: eq(trashedNotes.userId, userId) }
      await transaction.insert(trashedNotes).values(trashed).onConflictDoUpdate(write)
      return row
    }),
  )
}

/** Moves a note back, as it was. False if it doesn't lie there, or its place is taken. */
export function restoreNoteRow(id: NoteId, userId: UserId): Promise<boolean> {
  return askDatabase((queries) =>
    queries.transaction(async (transaction) => {
      const isFree = sql`not exists (select from ${notes} where ${notes.id} = ${id})`
      const [row] = await transaction
        .delete(trashedNotes)
        .where(and(isTheirs(id, userId), isFree))
        .returning()
      if (!row) return false
      const { deletedAt: _, ...note } = row
      await transaction.insert(notes).values(note)
      return true
    }),
  )
}

/** A user's deleted note; null if there is none. */
export async function findTrashedRow(id: NoteId, userId: UserId): Promise<TrashedRow | null> {
  const [row] = await askDatabase((queries) =>
    queries.select().from(trashedNotes).where(isTheirs(id, userId)).limit(1),
  )
  return row ?? null
}

type TrashQuestion = { userId: UserId; after: TrashPlace | null; limit: number }

/** A part of the trash, last deleted first: of each note as much as a list shows. */
export function listTrashedRows({ userId, after, limit }: TrashQuestion) {
  const { id, title, text, deletedAt } = trashedNotes
  const start = sql<string>`left(${text}, ${startLength})`
  const isAfter =
    after && sql`(${deletedAt}, ${id}) < (${after.deletedAt.toISOString()}::timestamptz, ${after.id}::uuid)`
  return askDatabase((queries) =>
    queries
      .select({
        id,
        title,
        start,
        isWhole: sql<boolean>`octet_length(${start}) = octet_length(${text})`,
        deletedAt,
      })
      .from(trashedNotes)
      .where(and(eq(trashedNotes.userId, userId), isAfter ?? undefined))
      .orderBy(desc(deletedAt), desc(id))
      .limit(limit),
  )
}

export function countTrashedRows(userId: UserId): Promise<number> {
  return askDatabase((queries) => queries.$count(trashedNotes, eq(trashedNotes.userId, userId)))
}

/** All of a user's trash in batches, so that not all is in memory. */
export async function* listAllTrashed(userId: UserId): AsyncGenerator<TrashedRow> {
  for (let last: TrashedRow | undefined; ; ) {
    const isAfter =
      last && sql`(deleted_at, id) > (${last.deletedAt.toISOString()}::timestamptz, ${last.id}::uuid)`
    const batch: TrashedRow[] = await askDatabase((queries) =>
      queries
        .select()
        .from(trashedNotes)
        .where(and(eq(trashedNotes.userId, userId), isAfter))
        .orderBy(trashedNotes.deletedAt, trashedNotes.id)
        .limit(batchSize),
    )
    yield* batch
    last = batch.at(-1)
    if (batch.length < batchSize) return
  }
}

/** At most 2.5 MB of text. */
const batchSize = 25

/** Deletes a user's note in the trash for good, or all of them. */
export async function deleteTrashedRows(userId: UserId, id?: NoteId): Promise<void> {
  await askDatabase((queries) =>
    queries.delete(trashedNotes).where(and(eq(trashedNotes.userId, userId), id && eq(trashedNotes.id, id))),
  )
}

/** Deletes for good what has been in the trash for long enough, now and every hour. */
export function keepTrashClean(): void {
  runRegularly(() => purgeTrash(new Date()), ms('1h'))
}

export async function purgeTrash(now: Date): Promise<void> {
  const before = new Date(now.getTime() - trashedMs)
  await askDatabase((queries) => queries.delete(trashedNotes).where(lt(trashedNotes.deletedAt, before)))
}

function isTheirs(id: NoteId, userId: UserId): SQL | undefined {
  return and(eq(trashedNotes.id, id), eq(trashedNotes.userId, userId))
}
