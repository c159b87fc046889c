import 'server-only'
import { createHash } from 'node:crypto'
import type { NoteId } from '@/lib/notes/note'
import type { Share, SharedNote, ShareId } from '@/lib/notes/share'
import {
  countOpening,
  deleteShare,
  findNoteRow,
  findSharedNote,
  restoreNoteRow,
  storeShare,
} from '@/lib/server/database/database'
import type { LiveSession } from '@/lib/server/session/session'
import { newUuid } from '@/lib/uuid'
import { authorName } from './author'
import { describeShare } from './describe'
import { type ReadResult, renderWithinLimit, type SaveResult, saveNote } from './note'

/** Makes a link to a note, or changes its end. Null if the user has no such note. */
export async function shareNote(
  { userId }: LiveSession,
  noteId: NoteId,
  endsAt: Date | null,
): Promise<Share | null> {
  const id: ShareId = newUuid()
  const row = await storeShare({ id, noteId, userId, endsAt, now: new Date() })
  return row && describeShare(row)
}

/** Ends a note's link for good. False if it had none. */
export function endShare({ userId }: LiveSession, noteId: NoteId): Promise<boolean> {
  return deleteShare(noteId, userId)
}

/** A shared note as a reader sees it. Counts the opening, unless the reader is told to wait. */
export async function readShared(session: LiveSession, id: ShareId): Promise<ReadResult<SharedNote>> {
  const note = await findSharedNote(id, new Date())
  if (!note) return { status: 'absent' }
  const { title, text, changedAt } = note
  const opened = await renderWithinLimit(session.userId, text, (html) => html)
  if (opened.status !== 'open') return opened
  const isOwn = note.userId === session.userId
  if (!isOwn) await countOpening(id, session.id)
  const author = isOwn ? null : await authorName(note.userId)
  const value = { title, html: opened.value, author, isOwn, changedAt: changedAt.toISOString() }
  return { status: 'open', value }
}

export type CopyResult = { status: 'kept'; id: NoteId } | Extract<SaveResult, { status: 'refused' | 'busy' }>

/**
 * Makes a copy of a shared note one of the reader's own notes: once, and then it's the one they have, also if it lies in
 * their trash. Null if there is none behind this link (any more).
 */
export async function copyShared(session: LiveSession, shareId: ShareId): Promise<CopyResult | null> {
  const { userId } = session
  const note = await findSharedNote(shareId, new Date())
  if (!note) return null
  const id = copyId(shareId, userId)
  if ((await restoreNoteRow(id, userId)) || (await findNoteRow(id, userId))) return { status: 'kept', id }
  const { title, text } = note
  const saved = await saveNote(session, { id, title, text, base: null }, 1)
  return saved.status === 'refused' || saved.status === 'busy' ? saved : { status: 'kept', id }
}

/** The same for the same link and reader, so that sending the form twice makes one note. */
function copyId(shareId: ShareId, userId: string): NoteId {
  const hash = createHash('sha256').update(`${shareId} ${userId}`).digest('hex')
  const parts = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ]
  return parts.join('-') as NoteId
}
