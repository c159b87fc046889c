import 'server-only'
import { createHash } from 'node:crypto'
import ms from 'ms'
import { codeOf } from '@/lib/error-code'
import type { NoteId } from '@/lib/notes/note'
import type { Share, SharedNote, ShareId } from '@/lib/notes/share'
import { reportProcessError } from '@/lib/server/errors'
import { userProfile } from '@/lib/server/identity/user'
import { findNoteRow } from '@/lib/server/notes/database/notes'
import { countOpening, deleteShare, findSharedNote, storeShare } from '@/lib/server/notes/database/shares'
import { restoreNoteRow } from '@/lib/server/notes/database/trash'
import { oncePerProcess } from '@/lib/server/process'
import type { LiveSession } from '@/lib/server/session/current'
import { withTimeout } from '@/lib/time/timeout'
import { newUuid } from '@/lib/uuid'
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

/**
 * The display name of a shared note's author; null if they have none, if it's their email address, or if the provider doesn't
 * respond within a second. Cached for a minute.
 */
export async function authorName(userId: string): Promise<string | null> {
  const cached = names.get(userId)
  if (cached && cached.until > Date.now()) return cached.name
  const profile = await profileWithTimeout(userId)
  if (profile?.status !== 'ok') return cached?.name ?? null
  const { displayName, email } = profile.value
  const name = displayName && displayName !== email ? displayName : null
  // Evicts the oldest.
  if (names.size >= maxCachedNames) names.delete(names.keys().next().value ?? '')
  names.delete(userId)
  names.set(userId, { name, until: Date.now() + ms('1m') })
  return name
}

/** Null on a timeout or an unexpected error, which is logged: the page is shown without a name. */
async function profileWithTimeout(userId: string) {
  try {
    return await withTimeout(userProfile(userId), timeoutMs)
  } catch (error) {
    if (codeOf(error) !== 'timeout') reportProcessError(error)
    return null
  }
}

const timeoutMs = 1_000
const maxCachedNames = 500

const names = oncePerProcess('author-names', () => new Map<string, { name: string | null; until: number }>())
