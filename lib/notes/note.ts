/** Notes as browser and server exchange them. Times are ISO 8601. */
import { newUuid, parseUuid, type Uuid } from '@/lib/uuid'
import type { NoteMatch } from './match'
import type { Share } from './share'

export type NoteId = Uuid<'NoteId'>

/** What is written: Markdown with an optional title. */
export type NoteText = { title: string; text: string }

/**
 * A note, whole. Each save makes a new version, from 1, and names the one it is based on, so that of two writers the
 * second sees what the first wrote.
 */
export type Note = NoteText & {
  id: NoteId
  version: number
  createdAt: string
  changedAt: string
  /** It comes before those that aren't in the list. */
  isPinned: boolean
  share: Share | null
}

/** What a list shows of a note: its beginning, and whether there is more. */
export type NoteSummary = {
  id: NoteId
  title: string
  start: string
  isWhole: boolean
  version: number
  changedAt: string
  isShared: boolean
  isPinned: boolean
  /** What a search found in the text; null without one, or if only the title has it. */
  match: NoteMatch | null
}

/** Notes, last changed first; without a search the first page begins with all that are pinned. `next` continues the list. `revision` changes with anything in it. */
export type NoteList = { notes: NoteSummary[]; next: string | null; revision: string }

/** A note as its page shows it: `html` is its rendered text (`lib/server/notes`). */
export type RenderedNote = { note: Note; html: string }

/** A deleted note: in the trash until `leavesAt`. */
export type TrashedNote = {
  id: NoteId
  title: string
  start: string
  isWhole: boolean
  deletedAt: string
  leavesAt: string
}

/** A part of the trash, last deleted first. `count` is of all of it. */
export type TrashList = { notes: TrashedNote[]; count: number; next: string | null }

/** A new ID, made in the browser so resending a note doesn't duplicate it. Needs a secure context. */
export function newNoteId(): NoteId {
  return newUuid()
}

/** Parses an untrusted ID, in either case, as a note's address may be pasted; null if malformed. */
export function parseNoteId(value: unknown): NoteId | null {
  return parseUuid(value)
}

/** Normalizes line breaks to one character, as in a text field. */
export function normalizeNoteText({ title, text }: NoteText): NoteText {
  return { title: title.replace(/[\r\n]+/g, ' '), text: text.replace(/\r\n?/g, '\n') }
}

export function isSameText(one: NoteText, other: NoteText): boolean {
  return one.title === other.title && one.text === other.text
}

/** What a note is called: its title, else its first line, shortened. */
export function noteName({ title, text }: NoteText): string {
  const [line = ''] = (title.trim() || text.trim()).split('\n', 1)
  // Cut at twice the code units first, so no emoji is split.
  const characters = [...line.slice(0, 82)]
  return characters.length > 40 ? `${characters.slice(0, 40).join('').trimEnd()}…` : line
}
