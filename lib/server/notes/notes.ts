import 'server-only'
/** A user's notes: found and saved. Every query names the owner. */
import { and, count, eq, ne, type SQL, sql } from 'drizzle-orm'
import { fold } from '@/lib/notes/fold'
import { maxNotes, maxTotalBytes, type NoteProblem } from '@/lib/notes/limits'
import { isSameText, type Note, type NoteId, type NoteText } from '@/lib/notes/note'
import { queryDatabase } from '@/lib/server/database/connection'
import type { UserId } from '@/lib/server/database/ids'
import { consumeLimit, type Limit } from '@/lib/server/database/rate-limit'
import { type Author, rowIf, writeAs } from '@/lib/server/database/writes'
import type { LiveSession } from '@/lib/server/session/current'
import { noteColumns, notes, trashedNotes } from './tables'

/** What a person's notes may cost. */
export const noteLimits = {
  /** Saves and deletions per user, two a second. A save of 100 KB, which may take 0.2 s, costs five points. */
  write: { name: 'note-write', points: 120, duration: 60, isFlood: true },
  /** Notes opened per user, own and shared. A note of 100 KB, which may take 0.7 s to render, costs twelve points. */
  open: { name: 'note-open', points: 120, duration: 60, isFlood: true },
  /** Searches per user, one a second. One takes up to 0.2 s. */
  search: { name: 'note-search', points: 60, duration: 60, isFlood: true },
} as const satisfies Record<string, Limit>

export type NoteRow = Pick<typeof notes.$inferSelect, keyof typeof noteColumns>

/** A note as its writer's browser gets it. */
export type WrittenNote = Omit<Note, 'share'>

export function describeNote({ userId: _, bytes: __, createdAt, changedAt, ...note }: NoteRow): WrittenNote {
  return { ...note, createdAt: createdAt.toISOString(), changedAt: changedAt.toISOString() }
}

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

export type SaveResult =
  | { status: 'saved'; note: WrittenNote }
  /** There is a newer version, such as from another tab. */
  | { status: 'changed'; note: WrittenNote }
  /** It has been deleted, or belongs to another user. */
  | { status: 'absent' }
  | { status: 'refused'; problem: NoteProblem }
  /** Over the limit of saves per minute. */
  | { status: 'busy'; retryAfterSeconds: number }

/**
 * Saves a new note (`base` is null), or the version after `base`. Idempotent, so a save whose response was lost can be
 * retried. The request has already been counted as one point.
 */
export async function saveNote(
  session: LiveSession,
  { id, base, ...written }: NoteText & { id: NoteId; base: number | null },
): Promise<SaveResult> {
  const { userId } = session
  const bytes = bytesOf(written)
  // Folding 100 KB takes up to 0.2 s.
  const more = Math.floor(bytes / 25_000)
  const retryAfterSeconds = more > 0 ? await consumeLimit(noteLimits.write, userId, more) : null
  if (retryAfterSeconds !== null) return { status: 'busy', retryAfterSeconds }
  const usage = await noteUsage(userId, id)
  if (usage.count >= maxNotes && base === null) return { status: 'refused', problem: 'too-many-notes' }
  if (usage.bytes + bytes > maxTotalBytes) return { status: 'refused', problem: 'notes-full' }
  const stored = await storeNote(session, { id, ...written, base, now: new Date() })
  if (stored) return { status: 'saved', note: describeNote(stored) }
  const found = await findNoteRow(id, userId)
  if (!found) return { status: 'absent' }
  return { status: isSameText(found, written) ? 'saved' : 'changed', note: describeNote(found) }
}

function bytesOf({ title, text }: NoteText): number {
  return Buffer.byteLength(title) + Buffer.byteLength(text)
}

type NoteWrite = {
  id: NoteId
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
export async function storeNote(
  session: Author,
  { id, title, text, base, now }: NoteWrite,
): Promise<NoteRow | null> {
  const { userId } = session
  // The other user may restore theirs.
  if (base === null && (await isOtherUsersNote(id, userId))) return null
  const [row] = await writeAs(session, (queries, isLive) => {
    const [changedAt, bytes] = [nextChangeTime(userId, now), bytesOf({ title, text })]
    const version = (base ?? 0) + 1
    const written = { title, text, bytes, version, changedAt, ...foldedNote({ title, text, version }) }
    if (base === null) {
      const row = { id, userId, ...written, createdAt: now }
      const gone = queries
        .$with('gone')
        .as(queries.delete(trashedNotes).where(and(matchesNote(id, userId, trashedNotes), isLive)))
      const added = queries
        .with(gone)
        .insert(notes)
        .select(rowIf(isLive, notes, row))
      return added.onConflictDoNothing().returning(noteColumns)
    }
    return queries
      .update(notes)
      .set(written)
      .where(and(matchesNote(id, userId), eq(notes.version, base), isLive))
      .returning(noteColumns)
  })
  return row ?? null
}

/** The columns of a note that a search reads. */
export function foldedNote({ title, text, version }: NoteText & { version: number }) {
  return { folded: fold(`${title}\n${text}`), foldedVersion: version }
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

export function matchesNote(
  id: NoteId,
  userId: UserId,
  table: typeof notes | typeof trashedNotes = notes,
): SQL | undefined {
  return and(eq(table.id, id), eq(table.userId, userId))
}
