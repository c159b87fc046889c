import 'server-only'
/** The trash: notes that their users have deleted. Every query names the owner. */
import { and, asc, count, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import ms from 'ms'
import { trashDays } from '@/lib/notes/limits'
import type { NoteId } from '@/lib/notes/note'
import { log } from '@/lib/server/log/log'
import { queryDatabase } from './connection'
import type { UserId } from './ids'
import { excerptOf, isAfter, type ListCursor } from './note-list'
import { matchesNote, matchesTrashedNote, type NoteRow } from './notes'
import { runRegularly } from './regular'
import { noteColumns, notes, trashedNotes } from './schema'

/** What moves. Notes that come back are then folded for the search like any that nobody has folded. */
const movedColumns = sql.raw('id, uid, title, text, version, bytes, created_at, changed_at')

/** Moves a user's note into the trash, with its link gone. Returns it; null if the user has no such note. */
export async function trashNoteRow(id: NoteId, userId: UserId, now: Date): Promise<NoteRow | null> {
  const [row] = await queryDatabase((queries) => {
    const moved = queries
      .$with('moved')
      .as(queries.delete(notes).where(matchesNote(id, userId)).returning(noteColumns))
    // One is there already if an instance of the last release, which knows no trash, has undone a deletion.
    const kept = queries.$with('kept', {}).as(sql`
      insert into ${trashedNotes} (${movedColumns}, deleted_at) select ${movedColumns}, ${now.toISOString()}::timestamptz from moved
      on conflict (id) do update set (title, text, version, bytes, created_at, changed_at, deleted_at) = (excluded.title,
        excluded.text, excluded.version, excluded.bytes, excluded.created_at, excluded.changed_at, excluded.deleted_at)
      where ${trashedNotes.userId} = excluded.uid`)
    return queries.with(moved, kept).select().from(moved)
  })
  return row ?? null
}

/** Moves a note back as it was. False if there is no such note in the user's trash. */
export async function restoreNoteRow(id: NoteId, userId: UserId): Promise<boolean> {
  const rows = await queryDatabase((queries) => {
    const back = queries
      .$with('back')
      .as(queries.delete(trashedNotes).where(matchesTrashedNote(id, userId)).returning())
    // See above: the one that was undone stays.
    const kept = queries.$with('kept', {}).as(sql`
      insert into ${notes} (${movedColumns}) select ${movedColumns} from back on conflict do nothing`)
    return queries.with(back, kept).select({ id: back.id }).from(back)
  })
  return rows.length > 0
}

/** A note in a user's trash, or null. */
export async function findTrashedRow(id: NoteId, userId: UserId) {
  const [row] = await queryDatabase((queries) =>
    queries
      .select({ ...summary, text: trashedNotes.text })
      .from(trashedNotes)
      .where(matchesTrashedNote(id, userId)),
  )
  return row ?? null
}

const summary = {
  id: trashedNotes.id,
  title: trashedNotes.title,
  ...excerptOf(trashedNotes.text),
  deletedAt: trashedNotes.deletedAt,
}

/** A part of a user's trash, last deleted first; a place in it is when a note was deleted. */
export function listTrashRows(question: { userId: UserId; after: ListCursor | null; limit: number }) {
  const { userId, after, limit } = question
  const place = sql`${trashedNotes.deletedAt}, ${trashedNotes.id}`
  return queryDatabase((queries) =>
    queries
      .select(summary)
      .from(trashedNotes)
      .where(and(eq(trashedNotes.userId, userId), after ? isAfter(after, place) : undefined))
      .orderBy(desc(trashedNotes.deletedAt), desc(trashedNotes.id))
      .limit(limit),
  )
}

/** How many notes are in a user's trash. */
export function countTrashRows(userId: UserId): Promise<number> {
  return queryDatabase((queries) => queries.$count(trashedNotes, eq(trashedNotes.userId, userId)))
}

/** Deletes one of a user's trash for good, or all of it. Returns how many. */
export async function deleteTrashRows(userId: UserId, id?: NoteId): Promise<number> {
  const isMeant = id === undefined ? eq(trashedNotes.userId, userId) : matchesTrashedNote(id, userId)
  const [row] = await queryDatabase((queries) => {
    const gone = queries
      .$with('gone')
      .as(queries.delete(trashedNotes).where(isMeant).returning({ id: trashedNotes.id }))
    return queries.with(gone).select({ count: count() }).from(gone)
  })
  return row?.count ?? 0
}

/** Deletes what has been in the trash for 30 days, now and every six hours, as the trash itself and `/privacy` promise. */
export function deleteExpiredTrashRegularly(): void {
  runRegularly(async () => {
    const purged = await purgeTrash(new Date(Date.now() - ms(`${trashDays}d`)))
    if (purged > 0) log('info', 'note.purged', { count: purged })
  }, ms('6h'))
}

/** Deletes what was deleted before then, whosever it is. Returns how many. */
export async function purgeTrash(before: Date): Promise<number> {
  for (let purged = 0; ; ) {
    const rows = await queryDatabase((queries) => {
      const oldest = queries
        .select({ id: trashedNotes.id })
        .from(trashedNotes)
        .where(lt(trashedNotes.deletedAt, before))
        .orderBy(asc(trashedNotes.deletedAt))
        .limit(maxPurgeBatch)
      return queries
        .delete(trashedNotes)
        .where(inArray(trashedNotes.id, oldest))
        .returning({ id: trashedNotes.id })
    })
    purged += rows.length
    if (rows.length < maxPurgeBatch) return purged
  }
}

/** In the embedded database everything else waits for a statement. */
const maxPurgeBatch = 500
