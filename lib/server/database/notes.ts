import 'server-only'
/** Rows of notes. Every query names the owner. */
import { and, count, eq, ne, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { mostPinned } from '@/lib/notes/limits'
import type { NoteId } from '@/lib/notes/note'
import { askDatabase } from './connection'
import type { UserId } from './names'
import { foldedNote } from './note-folding'
import { type derivedColumns, noteColumns, notes, trashedNotes } from './schema'

export type NoteRow = Omit<typeof notes.$inferSelect, keyof typeof derivedColumns>

/** A note of a user, or null. */
export async function findNoteRow(id: NoteId, userId: UserId): Promise<NoteRow | null> {
  const [row] = await askDatabase((queries) =>
    queries.select(noteColumns).from(notes).where(isTheirs(id, userId)).limit(1),
  )
  return row ?? null
}

/** How many notes a user has and their size in bytes of UTF-8, with those in the trash, not counting `exceptId`. */
export async function noteSpace(
  userId: UserId,
  exceptId?: NoteId,
): Promise<{ count: number; bytes: number }> {
  const [row] = await askDatabase((queries) => {
    const sizesOf = (table: typeof notes | typeof trashedNotes) =>
      queries
        .select({ bytes: table.bytes })
        .from(table)
        .where(and(eq(table.userId, userId), exceptId && ne(table.id, exceptId)))
    const all = unionAll(sizesOf(notes), sizesOf(trashedNotes)).as('sizes')
    const bytes = sql`coalesce(sum(${all.bytes}), 0)`.mapWith(Number)
    return queries.select({ count: count(), bytes }).from(all)
  })
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
 * it was written on, or isn't theirs: `findNoteRow` tells. A new one takes the place of the one in the trash.
 */
export async function storeNote({ id, userId, title, text, base, now }: NoteWrite): Promise<NoteRow | null> {
  const [row] = await askDatabase((queries) => {
    const changedAt = afterAllOf(userId, now)
    const bytes = Buffer.byteLength(title) + Buffer.byteLength(text)
    const version = (base ?? 0) + 1
    const written = { title, text, bytes, version, changedAt, ...foldedNote({ title, text, version }) }
    if (base === null) {
      const row = { id, userId, ...written, createdAt: now }
      const isSame = and(eq(trashedNotes.id, id), eq(trashedNotes.userId, userId))
      const replaced = queries
        .$with('replaced')
        .as(queries.delete(trashedNotes).where(isSame).returning({ id: trashedNotes.id }))
      return queries.with(replaced).insert(notes).values(row).onConflictDoNothing().returning(noteColumns)
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

/** Keeps a user's note on top of the list, or no longer. `too-many`: as many are kept there as may be, or one or two more. */
export async function pinNoteRow(
  id: NoteId,
  userId: UserId,
  isPinned: boolean,
): Promise<'done' | 'too-many' | 'absent'> {
  const others = and(eq(notes.userId, userId), sql`${notes.isPinned}`, ne(notes.id, id))
  const pinned = isPinned ? await askDatabase((queries) => queries.$count(notes, others)) : 0
  if (pinned >= mostPinned) return 'too-many'
  const rows = await askDatabase((queries) =>
    queries.update(notes).set({ isPinned }).where(isTheirs(id, userId)).returning({ id: notes.id }),
  )
  return rows.length > 0 ? 'done' : 'absent'
}

function isTheirs(id: NoteId, userId: UserId): SQL | undefined {
  return and(eq(notes.id, id), eq(notes.userId, userId))
}
