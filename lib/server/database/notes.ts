import 'server-only'
/** Rows of notes. Every query names the owner. */
import { and, count, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { NoteId } from '@/lib/notes/note'
import { askDatabase } from './connection'
import type { UserId } from './names'
import { foldedNote } from './note-folding'
import { type derivedColumns, noteColumns, notes } from './schema'

export type NoteRow = Omit<typeof notes.$inferSelect, keyof typeof derivedColumns>

/** A note of a user, or null. */
export async function findNoteRow(id: NoteId, userId: UserId): Promise<NoteRow | null> {
  const [row] = await askDatabase((queries) =>
    queries.select(noteColumns).from(notes).where(isTheirs(id, userId)).limit(1),
  )
  return row ?? null
}

/** How many notes a user has and their size in bytes of UTF-8, not counting `exceptId`. */
export async function noteSpace(
  userId: UserId,
  exceptId?: NoteId,
): Promise<{ count: number; bytes: number }> {
  const isMeant = and(eq(notes.userId, userId), exceptId && ne(notes.id, exceptId))
  const bytes = sql`coalesce(sum(${notes.bytes}), 0)`.mapWith(Number)
  const [row] = await askDatabase((queries) =>
    queries.select({ count: count(), bytes }).from(notes).where(isMeant),
  )
  return row ?? { count: 0, bytes: 0 }
}

/** How many notes a user has. */
export function countNoteRows(userId: UserId): Promise<number> {
  return askDatabase((queries) => queries.$count(notes, eq(notes.userId, userId)))
}

export type NoteWrite = {
  id: NoteId
  userId: UserId
  title: string
  text: string
  /** The version this was written on; null for a new note. */
  base: number | null
  now: Date
}

/**
 * Writes a new note, or the next version of one. Null, without changes, if there is one already, or it isn't at the version
 * it was written on, or isn't theirs: `findNoteRow` tells.
 */
export async function storeNote({ id, userId, title, text, base, now }: NoteWrite): Promise<NoteRow | null> {
  const [row] = await askDatabase((queries) => {
    const changedAt = afterAllOf(userId, now)
    const bytes = Buffer.byteLength(title) + Buffer.byteLength(text)
    const version = (base ?? 0) + 1
    const written = { title, text, bytes, version, changedAt, ...foldedNote({ title, text, version }) }
    if (base === null) {
      const row = { id, userId, ...written, createdAt: now }
      return queries.insert(notes).values(row).onConflictDoNothing().returning(noteColumns)
    }
    return queries
      .update(notes)
      .set(written)
      .where(and(isTheirs(id, userId), eq(notes.version, base)))
      .returning(noteColumns)
  })
  return row ?? null
}

/** Later than any change before, so that it comes first in the list, whatever the clocks of several servers say. */
function afterAllOf(userId: UserId, now: Date): SQL<Date> {
  const last = sql`(select max(changed_at) from ${notes} as others where others.uid = ${userId})`
  return sql`greatest(${now.toISOString()}::timestamptz, ${last} + interval '1 millisecond')`
}

/** Whether the note exists and belongs to another user. */
export async function isNoteRowOfOther(id: NoteId, userId: UserId): Promise<boolean> {
  const isOthers = and(eq(notes.id, id), ne(notes.userId, userId))
  const rows = await askDatabase((queries) => queries.select({ id: notes.id }).from(notes).where(isOthers))
  return rows.length > 0
}

/** Deletes a user's note with its link. Returns it; null if the user has no such note. */
export async function deleteNoteRow(id: NoteId, userId: UserId): Promise<NoteRow | null> {
  const [row] = await askDatabase((queries) =>
    queries.delete(notes).where(isTheirs(id, userId)).returning(noteColumns),
  )
  return row ?? null
}

function isTheirs(id: NoteId, userId: UserId): SQL | undefined {
  return and(eq(notes.id, id), eq(notes.userId, userId))
}
