import 'server-only'
/** Notes as their pages show them, to their writers and to readers. */
import { codeOf } from '@/lib/error-code'
import type { Note, NoteId, RenderedNote, SharedNote, ShareId } from '@/lib/notes/note'
import type { UserId } from '@/lib/server/database/ids'
import { consumeLimit } from '@/lib/server/database/rate-limit'
import { reportProcessError } from '@/lib/server/errors'
import { userProfile } from '@/lib/server/identity/user'
import type { LiveSession } from '@/lib/server/session/current'
import { withTimeout } from '@/lib/time/timeout'
import { renderMarkdown } from './markdown'
import { describeNote, findNoteRow, noteLimits } from './notes'
import { runExclusive } from './run-exclusive'
import { countOpening, describeShare, findSharedNote, findShareOfNote } from './shares'

/** `busy`: over the limit of notes opened per minute. */
export type ReadResult<T> =
  | { status: 'open'; value: T }
  | { status: 'absent' }
  | { status: 'busy'; retryAfterSeconds: number }

type RenderResult<T> = Exclude<ReadResult<T>, { status: 'absent' }>

/** Returns one of the user's notes, rendered. */
export async function readNote(session: LiveSession, id: NoteId): Promise<ReadResult<RenderedNote>> {
  const note = await findNote(session, id)
  return note ? renderNote(session, note) : { status: 'absent' }
}

/** Returns one of the user's notes with its share link, or null. */
export async function findNote({ userId }: LiveSession, id: NoteId): Promise<Note | null> {
  const [row, share] = await Promise.all([findNoteRow(id, userId), findShareOfNote(id, userId)])
  return row && { ...describeNote(row), share: share && describeShare(share) }
}

/** Changes with anything a note's page shows. */
export function noteRevision({ version, changedAt, isPinned, share }: Note): string {
  const ofShare = share && [share.id, share.endsAt, share.hasEnded, share.opened]
  return [version, changedAt, isPinned, ...(ofShare ?? [])].join('-')
}

export async function renderNote({ userId }: LiveSession, note: Note): Promise<RenderResult<RenderedNote>> {
  const rendered = await renderText(userId, note.text)
  return rendered.status === 'open' ? { status: 'open', value: { note, html: rendered.value } } : rendered
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

/** Renders a text, one at a time. Longer texts count more: ten of the longest per minute. */
async function renderText(userId: UserId, text: string): Promise<RenderResult<string>> {
  const retryAfterSeconds = await consumeLimit(noteLimits.open, userId, Math.ceil((text.length + 1) / 9_000))
  if (retryAfterSeconds !== null) return { status: 'busy', retryAfterSeconds }
  return { status: 'open', value: await runExclusive('rendering', () => renderMarkdown(text)) }
}

/**
 * The display name of a shared note's author; null if they have none, if it's their email address, or if the provider doesn't
 * respond within a second. An unexpected error is logged, and the page shown without a name.
 */
export async function authorName(userId: string): Promise<string | null> {
  try {
    const profile = await withTimeout(userProfile(userId), 1_000)
    if (profile.status !== 'ok') return null
    const { displayName, email } = profile.value
    return displayName !== email ? displayName || null : null
  } catch (error) {
    if (codeOf(error) !== 'timeout') reportProcessError(error)
    return null
  }
}
