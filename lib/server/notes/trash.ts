import 'server-only'
import { trashedMs } from '@/lib/notes/limits'
import { type NoteId, noteName, type TrashedNote } from '@/lib/notes/note'
import {
  countTrashedRows,
  deleteTrashedRows,
  findTrashedRow,
  listTrashedRows,
  restoreNoteRow,
} from '@/lib/server/database/database'
import type { LiveSession } from '@/lib/server/session/session'
import { formatPlace, parsePlace } from './place'

/** Deleted notes in one answer. */
const pageSize = 30

export type Trash = { notes: TrashedNote[]; count: number; next: string | null }

/** A part of the user's deleted notes, last deleted first, and how many there are. */
export async function listTrash({ userId }: LiveSession, after: string): Promise<Trash> {
  const place = parsePlace(after)
  const question = {
    userId,
    after: place && { id: place.id, deletedAt: place.changedAt },
    limit: pageSize + 1,
  }
  const [rows, count] = await Promise.all([listTrashedRows(question), countTrashedRows(userId)])
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return {
    notes: shown.map(({ deletedAt, ...note }) => ({
      ...note,
      deletedAt: deletedAt.toISOString(),
      leavesAt: new Date(deletedAt.getTime() + trashedMs).toISOString(),
    })),
    count,
    next: last ? formatPlace({ id: last.id, changedAt: last.deletedAt }) : null,
  }
}

/** What a deleted note is called; null if it isn't in the user's trash. */
export async function trashedName({ userId }: LiveSession, id: NoteId): Promise<string | null> {
  const row = await findTrashedRow(id, userId)
  return row && (noteName(row) || 'Untitled')
}

/** Moves a note back. False if it isn't in the user's trash. */
export function restoreNote({ userId }: LiveSession, id: NoteId): Promise<boolean> {
  return restoreNoteRow(id, userId)
}

/** Deletes for good: one note in the user's trash, or all. */
export function deleteTrashed({ userId }: LiveSession, id?: NoteId): Promise<void> {
  return deleteTrashedRows(userId, id)
}
