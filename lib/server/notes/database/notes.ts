import 'server-only'
/** Rows of notes. Every query names the owner. */
import { and, count, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { NoteId } from '@/lib/notes/note'
import { queryDatabase } from '@/lib/server/database/connection'
import type { UserId } from '@/lib/server/database/ids'
import { foldedNote } from './folding'
import { type derivedColumns, noteColumns, notes, trashedNotes } from './tables'

export type NoteRow = Omit<typeof notes.$inferSelect, keyof typeof derivedColumns>

/** A note of a user, or null. */
export async function findNoteRow(id: NoteId, userId: UserId): Promise<NoteRow | null> {
  const [row] = await queryDatabase((queries) =>
    queries.select(noteColumns).from(notes).where(matchesNote(id, userId)).limit(1),
  )
  return row ?? null
}

/** The number and bytes of a user's notes, including the trash, without `exceptId`. */
export async function noteUsage(
  userId: UserId,
  exceptId?: NoteId,
): Promise<{ count: number; bytes: number }> {
  const sizes = (table: typeof notes | typeof trashedNotes) =>
    sql`select ${table.bytes} from ${table} where ${and(eq(table.userId, userId), exceptId && ne(table.id, exceptId))}`
  const [row] = await queryDatabase((queries) =>
    queries
      .select({ count: count(), bytes: sql`coalesce(sum(bytes), 0)`.mapWith(Number) })
      .from(sql`(${sizes(notes)} union all ${sizes(trashedNotes)}) as sizes`),
  )
  return row ?? { count: 0, bytes: 0 }
}

/** The number of a user's notes, without the trash. */
export function countNoteRows(userId: UserId): Promise<number> {
  return queryDatabase((queries) => queries.$count(notes, eq(notes.userId, userId)))
}

type NoteWrite = {
  id: NoteId
  userId: UserId
  title: string
  text: string
  /** The version this was written on; null for a new note. */
  base: number | null
  now: Date
}

/**
 * Writes a new note, or the next version of one. Null, without changes, if a new note exists already, the note isn't at
 * version `base`, or it belongs to another user. A new note replaces the one with its ID in the trash, as Undo does.
 */
export async function storeNote({ id, userId, title, text, base, now }: NoteWrite): Promise<NoteRow | null> {
  // The other user may restore theirs.
  if (base === null && (await isOtherUsersNote(id, userId))) return null
  const [row] = await queryDatabase((queries) => {
    const changedAt = nextChangeTime(userId, now)
    const bytes = Buffer.byteLength(title) + Buffer.byteLength(text)
    const version = (base ?? 0) + 1
    const written = { title, text, bytes, version, changedAt, ...foldedNote({ title, text, version }) }
    if (base === null) {
      const row = { id, userId, ...written, createdAt: now }
      const gone = queries
        .$with('gone')
        .as(queries.delete(trashedNotes).where(matchesTrashedNote(id, userId)))
      return queries.with(gone).insert(notes).values(row).onConflictDoNothing().returning(noteColumns)
    }
    return queries
      .update(notes)
      .set(written)
      .where(and(matchesNote(id, userId), eq(notes.version, base)))
      .returning(noteColumns)
  })
  return row ?? null
}

/** Later than any earlier change, so the note comes first in the list even if the servers' clocks differ. */
function nextChangeTime(userId: UserId, now: Date): SQL<Date> {
  const last = sql`(select max(changed_at) from ${notes} as others where others.uid = ${userId})`
  return sql`greatest(${now.toISOString()}::timestamptz, ${last} + interval '1 millisecond')`
}

/** Whether the note exists, in the trash or not, and belongs to another user. */
export async function isOtherUsersNote(id: NoteId, userId: UserId): Promise<boolean> {
  const rows = await queryDatabase((queries) => {
    const others = (table: typeof notes | typeof trashedNotes) =>
      queries
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.id, id), ne(table.userId, userId)))
    return others(notes).unionAll(others(trashedNotes))
  })
  return rows.length > 0
}

/** Pins or unpins a note. `too-many`: the user already has `maxPinned` pinned notes. */
export async function pinNoteRow(
  id: NoteId,
  userId: UserId,
  { isPinned, maxPinned }: { isPinned: boolean; maxPinned: number },
): Promise<'done' | 'too-many' | 'absent'> {
  const pinned = sql`(select count(*) from ${notes} as others where others.uid = ${userId} and others.pinned)`
  const isAllowed = isPinned ? sql`(${notes.isPinned} or ${pinned} < ${maxPinned})` : undefined
  const rows = await queryDatabase((queries) =>
    queries
      .update(notes)
      .set({ isPinned })
      .where(and(matchesNote(id, userId), isAllowed))
      .returning({ id: notes.id }),
  )
  if (rows.length > 0) return 'done'
  return (await findNoteRow(id, userId)) ? 'too-many' : 'absent'
}

export function matchesNote(id: NoteId, userId: UserId): SQL | undefined {
  return and(eq(notes.id, id), eq(notes.userId, userId))
}

export function matchesTrashedNote(id: NoteId, userId: UserId): SQL | undefined {
  return and(eq(trashedNotes.id, id), eq(trashedNotes.userId, userId))
}
