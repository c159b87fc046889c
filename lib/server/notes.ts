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

/** The person's notes, the last saved first. */
export async function listNotes({ userId }: LiveSession): Promise<Note[]> {
  return (await listNoteRows(userId)).map(describeNote)
}

/** How many notes the person has. */
export function countNotes({ userId }: LiveSession): Promise<number> {
  return countNoteRows(userId)
}

export type SavedNote =
  | { status: 'saved'; note: Note }
  | { status: 'refused'; code: 'no-such-note' | 'too-many-notes' }

/** Saves a note of the person's, new or changed; sent twice it is the same note. Somebody else's is unknown. */
export async function saveNote({ userId }: LiveSession, id: NoteId, text: string): Promise<SavedNote> {
  if ((await countNoteRows(userId, id)) >= mostNotes) return { status: 'refused', code: 'too-many-notes' }
  const row = await storeNote({ id, userId, text, now: new Date() })
  return row ? { status: 'saved', note: describeNote(row) } : { status: 'refused', code: 'no-such-note' }
}

/** Deletes a note of the person's. False if the person has no such note. */
export function deleteNote({ userId }: LiveSession, id: NoteId): Promise<boolean> {
  return deleteNoteRow(id, userId)
}

/** Whether it is somebody else's: for the log, never for an answer. */
export function isNoteOfOther({ userId }: LiveSession, id: NoteId): Promise<boolean> {
  return isNoteRowOfOther(id, userId)
}

function describeNote({ id, text, changedAt }: NoteRow): Note {
  return { id, text, savedAt: describeTime(changedAt) }
}
