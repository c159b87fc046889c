import 'server-only'
import { mostNotes, type Note, type NoteId } from '@/lib/notes'
import { describeTime } from '@/lib/time/describe-time'
import {
  countNoteRows,
  deleteNoteRow,
  isNoteRowOfOther,
  listNoteRows,
  type NoteRow,
  storeNote,
} from './database/database'
import type { LiveSession } from './session/session'

/** The user's notes, last saved first. */
export async function listNotes({ userId }: LiveSession): Promise<Note[]> {
  return (await listNoteRows(userId)).map(describeNote)
}

/** How many notes the user has. */
export function countNotes({ userId }: LiveSession): Promise<number> {
  return countNoteRows(userId)
}

export type SavedNote =
  | { status: 'saved'; note: Note }
  | { status: 'refused'; code: 'no-such-note' | 'too-many-notes' }

/** Creates or updates a note; idempotent. Another user's note is treated as missing. */
export async function saveNote({ userId }: LiveSession, id: NoteId, text: string): Promise<SavedNote> {
  if ((await countNoteRows(userId, id)) >= mostNotes) return { status: 'refused', code: 'too-many-notes' }
  const row = await storeNote({ id, userId, text, now: new Date() })
  return row ? { status: 'saved', note: describeNote(row) } : { status: 'refused', code: 'no-such-note' }
}

/** Deletes the user's note. False if the user has no such note. */
export function deleteNote({ userId }: LiveSession, id: NoteId): Promise<boolean> {
  return deleteNoteRow(id, userId)
}

/** Whether the note belongs to another user. For the log only, never for a response. */
export function isNoteOfOther({ userId }: LiveSession, id: NoteId): Promise<boolean> {
  return isNoteRowOfOther(id, userId)
}

function describeNote({ id, text, changedAt }: NoteRow): Note {
  return { id, text, savedAt: describeTime(changedAt) }
}
