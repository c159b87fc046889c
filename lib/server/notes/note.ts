import 'server-only'
import { maxNotes, maxPins, maxTextBytes, maxTotalBytes, type NoteProblem } from '@/lib/notes/limits'
import { isSameText, type Note, type NoteId, type NoteText, type RenderedNote } from '@/lib/notes/note'
import type { UserId } from '@/lib/server/database/ids'
import { consumeLimit } from '@/lib/server/database/rate-limit'
import {
  findNoteRow,
  isOtherUsersNote,
  noteUsage,
  pinNoteRow,
  storeNote,
} from '@/lib/server/notes/database/notes'
import { findShareOfNote } from '@/lib/server/notes/database/shares'
import { noteLimits } from '@/lib/server/notes/limits'
import type { LiveSession } from '@/lib/server/session/current'
import { describeNote, describeShare } from './describe'
import { renderMarkdown } from './markdown'
import { runExclusive } from './run-exclusive'

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

/** Renders a text, one at a time. Longer texts count more: ten of the longest per minute. */
export async function renderText(userId: UserId, text: string): Promise<RenderResult<string>> {
  const retryAfterSeconds = await consumeLimit(noteLimits.open, userId, Math.ceil((text.length + 1) / 9_000))
  if (retryAfterSeconds !== null) return { status: 'busy', retryAfterSeconds }
  return { status: 'open', value: await runExclusive('rendering', () => renderMarkdown(text)) }
}

export type SaveResult =
  | { status: 'saved'; note: Omit<Note, 'share'> }
  /** There is a newer version, such as from another tab. */
  | { status: 'changed'; note: Omit<Note, 'share'> }
  /** It has been deleted. */
  | { status: 'gone' }
  /** It belongs to another user. */
  | { status: 'foreign' }
  | { status: 'refused'; problem: NoteProblem }
  /** Over the limit of saves per minute. */
  | { status: 'busy'; retryAfterSeconds: number }

/**
 * Saves a new note (`base` is null), or the version after `base`. Idempotent, so a save whose response was lost can be
 * retried. `counted`: the points already consumed for the request.
 */
export async function saveNote(
  { userId }: LiveSession,
  { id, base, ...written }: NoteText & { id: NoteId; base: number | null },
  counted: number,
): Promise<SaveResult> {
  const bytes = Buffer.byteLength(written.title) + Buffer.byteLength(written.text)
  const more = savePoints(bytes) - counted
  const retryAfterSeconds = more > 0 ? await consumeLimit(noteLimits.write, userId, more) : null
  if (retryAfterSeconds !== null) return { status: 'busy', retryAfterSeconds }
  const usage = await noteUsage(userId, id)
  if (usage.count >= maxNotes && base === null) return { status: 'refused', problem: 'too-many-notes' }
  if (usage.bytes + bytes > maxTotalBytes) return { status: 'refused', problem: 'notes-full' }
  const stored = await storeNote({ id, userId, ...written, base, now: new Date() })
  if (stored) return { status: 'saved', note: describeNote(stored) }
  const found = await findNoteRow(id, userId)
  if (found) return { status: isSameText(found, written) ? 'saved' : 'changed', note: describeNote(found) }
  return { status: (await isOtherUsersNote(id, userId)) ? 'foreign' : 'gone' }
}

/** The points of a save, by its bytes: indexing 100 KB takes up to 0.2 s. */
export function savePoints(bytes: number): number {
  // JSON escapes make a request longer, not the work.
  return Math.ceil((Math.min(bytes, maxTextBytes) + 1) / 25_000)
}

export type PinResult =
  | { status: 'done' }
  | { status: 'absent' }
  | { status: 'refused'; problem: NoteProblem }

/** Pins or unpins one of the user's notes, without a new version. */
export async function pinNote({ userId }: LiveSession, id: NoteId, isPinned: boolean): Promise<PinResult> {
  const pinned = await pinNoteRow(id, userId, { isPinned, maxPinned: maxPins })
  return pinned === 'too-many' ? { status: 'refused', problem: 'too-many-pins' } : { status: pinned }
}
