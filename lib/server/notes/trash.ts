import 'server-only'
import type { Note, NoteId, TrashedNote, TrashList } from '@/lib/notes/note'
import {
  countTrashRows,
  deleteTrashRows,
  findTrashedRow,
  listTrashRows,
  restoreNoteRow,
  trashNoteRow,
} from '@/lib/server/notes/database/trash'
import type { LiveSession } from '@/lib/server/session/current'
import { describeNote, describeTrashed, formatCursor, parseCursor } from './describe'

/** Moves the user's note to the trash, where its share link doesn't work, and returns it. Null if there is no such note. */
export async function trashNote({ userId }: LiveSession, id: NoteId): Promise<Omit<Note, 'share'> | null> {
  const row = await trashNoteRow(id, userId, new Date())
  return row && describeNote(row)
}

/** Restores a note with its pin and its share link. Returns false if it isn't in the user's trash. */
export function restoreNote({ userId }: LiveSession, id: NoteId): Promise<boolean> {
  return restoreNoteRow(id, userId)
}

/** Deletes a note for good. Returns false if it isn't in the user's trash. */
export async function deleteTrashed({ userId }: LiveSession, id: NoteId): Promise<boolean> {
  return (await deleteTrashRows(userId, id)) > 0
}

/** Deletes all notes in the user's trash for good. Returns how many. */
export function emptyTrash({ userId }: LiveSession): Promise<number> {
  return deleteTrashRows(userId)
}

const pageSize = 30

/** Returns a page of the user's trash, last deleted first. */
export async function listTrash(
  { userId }: LiveSession,
  { after = null }: { after?: string | null } = {},
): Promise<TrashList> {
  const query = { userId, after: parseCursor(after), limit: pageSize + 1 }
  const [rows, count] = await Promise.all([listTrashRows(query), countTrashRows(userId)])
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return {
    notes: shown.map(describeTrashed),
    count,
    next: last ? formatCursor({ changedAt: last.deletedAt, id: last.id }) : null,
  }
}

export async function findTrashed({ userId }: LiveSession, id: NoteId): Promise<TrashedNote | null> {
  const row = await findTrashedRow(id, userId)
  return row && describeTrashed(row)
}
