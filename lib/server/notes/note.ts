import 'server-only'
import { maxNotes, maxPins, maxTextBytes, maxTotalBytes, type NoteProblem } from '@/lib/notes/limits'
import { isSameText, type Note, type NoteId, type NoteText, type RenderedNote } from '@/lib/notes/note'
import {
  consumeLimit,
  findNoteRow,
  findShareOfNote,
  isOtherUsersNote,
  noteUsage,
  pinNoteRow,
  storeNote,
  type UserId,
} from '@/lib/server/database/database'
import type { LiveSession } from '@/lib/server/session/session'
import { describeNote, describeShare } from './describe'
import { renderMarkdown } from './markdown'
import { runExclusive } from './run-exclusive'

/** `busy`: too many were opened within a minute. */
export type ReadResult<T> =
  | { status: 'open'; value: T }
  | { status: 'absent' }
  | { status: 'busy'; retryAfterSeconds: number }

type RenderResult<T> = Exclude<ReadResult<T>, { status: 'absent' }>

/** One of the user's notes, rendered. */
export async function readNote(session: LiveSession, id: NoteId): Promise<ReadResult<RenderedNote>> {
  const note = await findNote(session, id)
  return note ? renderNote(session, note) : { status: 'absent' }
}

/** One of the user's notes with its link, or null. */
export async function findNote({ userId }: LiveSession, id: NoteId): Promise<Note | null> {
  const [row, share] = await Promise.all([findNoteRow(id, userId), findShareOfNote(id, userId)])
  return row && { ...describeNote(row), share: share && describeShare(share) }
}

/** Changes with anything that a note's page shows. */
export function noteRevision({ version, changedAt, isPinned, share }: Note): string {
  const ofShare = share && [share.id, share.endsAt, share.hasEnded, share.opened]
  return [version, changedAt, isPinned, ...(ofShare ?? [])].join('-')
}

export function renderNote({ userId }: LiveSession, note: Note): Promise<RenderResult<RenderedNote>> {
  return renderWithinLimit(userId, note.text, (html) => ({ note, html }))
}

/** Renders a text, which takes time by its length: of the longest ones people open ten a minute. One at a time. */
export async function renderWithinLimit<T>(
  userId: UserId,
  text: string,
  withHtml: (html: string) => T,
): Promise<RenderResult<T>> {
  const retryAfterSeconds = await consumeLimit('note-open', userId, Math.ceil((text.length + 1) / 9_000))
  if (retryAfterSeconds !== null) return { status: 'busy', retryAfterSeconds }
  const html = await runExclusive('rendering', () => renderMarkdown(text))
  return { status: 'open', value: withHtml(html) }
}

export type SaveResult =
  | { status: 'saved'; note: Omit<Note, 'share'> }
  /** Somebody else has saved it meanwhile, such as another tab. */
  | { status: 'changed'; note: Omit<Note, 'share'> }
  /** It has been deleted meanwhile. */
  | { status: 'gone' }
  /** It belongs to another user. */
  | { status: 'foreign' }
  | { status: 'refused'; problem: NoteProblem }
  /** Too much was saved within a minute. */
  | { status: 'busy'; retryAfterSeconds: number }

/**
 * Writes a new note (`base` is null), or the version after `base`. Idempotent: what is stored already is saved, so an
 * answer that was lost can be asked for again. `counted`: the points that the request has been counted as.
 */
export async function saveNote(
  { userId }: LiveSession,
  { id, base, ...written }: NoteText & { id: NoteId; base: number | null },
  counted: number,
): Promise<SaveResult> {
  const bytes = Buffer.byteLength(written.title) + Buffer.byteLength(written.text)
  const more = savePoints(bytes) - counted
  const retryAfterSeconds = more > 0 ? await consumeLimit('note-write', userId, more) : null
  if (retryAfterSeconds !== null) return { status: 'busy', retryAfterSeconds }
  const space = await noteUsage(userId, id)
  if (space.count >= maxNotes && base === null) return { status: 'refused', problem: 'too-many-notes' }
  if (space.bytes + bytes > maxTotalBytes) return { status: 'refused', problem: 'notes-full' }
  const stored = await storeNote({ id, userId, ...written, base, now: new Date() })
  if (stored) return { status: 'saved', note: describeNote(stored) }
  const found = await findNoteRow(id, userId)
  if (found) return { status: isSameText(found, written) ? 'saved' : 'changed', note: describeNote(found) }
  return { status: (await isOtherUsersNote(id, userId)) ? 'foreign' : 'gone' }
}

/** What a save counts as, by its bytes: its words take up to 0.2 s for 100 KB. */
export function savePoints(bytes: number): number {
  // Escapes make a request longer, and not the work.
  return Math.ceil((Math.min(bytes, maxTextBytes) + 1) / 25_000)
}

export type PinResult =
  | { status: 'done' }
  | { status: 'absent' }
  | { status: 'refused'; problem: NoteProblem }

/** Pins one of the user's notes, or unpins it. That is no change of the note. */
export async function pinNote({ userId }: LiveSession, id: NoteId, isPinned: boolean): Promise<PinResult> {
  const pinned = await pinNoteRow(id, userId, { isPinned, maxPinned: maxPins })
  return pinned === 'too-many' ? { status: 'refused', problem: 'too-many-pins' } : { status: pinned }
}
