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
import { type ReadResult, renderText, type SaveResult, saveNote } from './note'

/** Creates a note's share link, or changes when it expires. Null if the user has no such note. */
export async function shareNote(
  { userId }: LiveSession,
  noteId: NoteId,
  endsAt: Date | null,
): Promise<Share | null> {
  const id: ShareId = newUuid()
  const row = await storeShare({ id, noteId, userId, endsAt, now: new Date() })
  return row && describeShare(row)
}

/** Deletes a note's share link. Returns false if it had none. */
export function endShare({ userId }: LiveSession, noteId: NoteId): Promise<boolean> {
  return deleteShare(noteId, userId)
}

/** Returns a shared note for a reader, and counts the opening unless the reader is over the limit. */
export async function readShared(session: LiveSession, id: ShareId): Promise<ReadResult<SharedNote>> {
  const note = await findSharedNote(id, new Date())
  if (!note) return { status: 'absent' }
  const { title, text, changedAt } = note
  const rendered = await renderText(session.userId, text)
  if (rendered.status !== 'open') return rendered
  const isOwn = note.userId === session.userId
  if (!isOwn) await countOpening(id, session.id)
  const author = isOwn ? null : await authorName(note.userId)
  const value = { title, html: rendered.value, author, isOwn, changedAt: changedAt.toISOString() }
  return { status: 'open', value }
}

export type CopyResult =
  | { status: 'copied'; id: NoteId }
  | Extract<SaveResult, { status: 'refused' | 'busy' }>

/**
 * Copies a shared note to the reader's own. Copying it again returns the first copy, restored from the trash if it's there.
 * Null if the link has no note.
 */
export async function copyShared(session: LiveSession, shareId: ShareId): Promise<CopyResult | null> {
  const { userId } = session
  const note = await findSharedNote(shareId, new Date())
  if (!note) return null
  const id = copyId(shareId, userId)
  if ((await restoreNoteRow(id, userId)) || (await findNoteRow(id, userId))) return { status: 'copied', id }
  const { title, text } = note
  const saved = await saveNote(session, { id, title, text, base: null }, 1)
  return saved.status === 'refused' || saved.status === 'busy' ? saved : { status: 'copied', id }
}

/** The same for the same link and reader, so that copying twice makes one note. */
function copyId(shareId: ShareId, userId: string): NoteId {
  const hash = createHash('sha256').update(`${shareId} ${userId}`).digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5') as NoteId
}
