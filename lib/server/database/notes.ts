import 'server-only'
/** Rows of notes. Every query names the owner. */
import { and, count, desc, eq, ne } from 'drizzle-orm'
import type { NoteId } from '@/lib/notes'
import { askDatabase } from './connection'
import type { UserId } from './names'
import { notes } from './schema'

export type NoteRow = typeof notes.$inferSelect

/** A user's notes, last changed first. */
export function listNoteRows(userId: UserId): Promise<NoteRow[]> {
  return askDatabase((queries) =>
    queries.select().from(notes).where(eq(notes.userId, userId)).orderBy(desc(notes.changedAt), notes.id),
  )
}

/** How many notes a user has, not counting `exceptId`. */
export async function countNoteRows(userId: UserId, exceptId?: NoteId): Promise<number> {
  const isMeant = and(eq(notes.userId, userId), exceptId && ne(notes.id, exceptId))
  const [row] = await askDatabase((queries) => queries.select({ count: count() }).from(notes).where(isMeant))
  return row?.count ?? 0
}

export type StoredNote = { id: NoteId; userId: UserId; text: string; now: Date }

/** Creates or updates a note. Null, without changes, if it belongs to another user. */
export async function storeNote({ id, userId, text, now }: StoredNote): Promise<NoteRow | null> {
  const [row] = await askDatabase((queries) =>
    queries
      .insert(notes)
      .values({ id, userId, text, createdAt: now, changedAt: now })
      .onConflictDoUpdate({
        target: notes.id,
        set: { text, changedAt: now },
        setWhere: eq(notes.userId, userId),
      })
      .returning(),
  )
  return row ?? null
}

/** Whether the note exists and belongs to another user. */
export async function isNoteRowOfOther(id: NoteId, userId: UserId): Promise<boolean> {
  const isOthers = and(eq(notes.id, id), ne(notes.userId, userId))
  const rows = await askDatabase((queries) => queries.select({ id: notes.id }).from(notes).where(isOthers))
  return rows.length > 0
}

/** Deletes a user's note. False if the user has no such note. */
export async function deleteNoteRow(id: NoteId, userId: UserId): Promise<boolean> {
  const isTheirs = and(eq(notes.id, id), eq(notes.userId, userId))
  const rows = await askDatabase((queries) =>
    queries.delete(notes).where(isTheirs).returning({ id: notes.id }),
  )
  return rows.length > 0
}
