/** Notes as browser and server exchange them. Times are ISO 8601. */
import { newUuid, parseUuid, type Uuid } from '@/lib/uuid'

export type NoteId = Uuid<'NoteId'>

export type ShareId = Uuid<'ShareId'>

/** Markdown with an optional title. */
export type NoteText = { title: string; text: string }

/** Each save names the version it is based on and creates the next, so two writers can't overwrite each other. */
export type Note = NoteText & {
  id: NoteId
  version: number
  createdAt: string
  changedAt: string
  share: Share | null
}

/** A note in a list. `start`: the start of its text; `isWhole`: all of it. */
export type NoteSummary = {
  id: NoteId
  title: string
  start: string
  isWhole: boolean
  version: number
  changedAt: string
  isShared: boolean
}

/** A page of notes, last changed first. `next`: the cursor of the next page. `revision` changes with anything in the list. */
export type NoteList = { notes: NoteSummary[]; next: string | null; revision: string }

export type RenderedNote = { note: Note; html: string }

/** The share link of a note, which has one at most. Times are ISO 8601. */
export type Share = {
  id: ShareId
  createdAt: string
  /** When the link expires; null: never. */
  endsAt: string | null
  hasEnded: boolean
}

/** A shared note as readers see it. `author`: their display name; null if they have none or it can't be loaded. */
export type SharedNote = {
  title: string
  html: string
  author: string | null
  changedAt: string
  isOwn: boolean
}

/** A deleted note, in the trash until `leavesAt`. */
export type TrashedNote = {
  id: NoteId
  title: string
  start: string
  isWhole: boolean
  /** Whether it had a link, which restoring turns back on. */
  wasShared: boolean
  deletedAt: string
  leavesAt: string
}

/** A page of the trash, last deleted first. `count`: all notes in the trash. */
export type TrashList = { notes: TrashedNote[]; count: number; next: string | null }

/** The browser creates the ID, so resending a note doesn't duplicate it. Needs a secure context. */
export function newNoteId(): NoteId {
  return newUuid()
}

/** Parses an untrusted ID in either case; null if malformed. */
export function parseNoteId(value: unknown): NoteId | null {
  return parseUuid(value)
}

export function parseShareId(value: unknown): ShareId | null {
  return parseUuid(value)
}

/** Normalizes line breaks as a text field does, and removes them from the title. */
export function normalizeNoteText({ title, text }: NoteText): NoteText {
  return { title: title.replace(/[\r\n]+/g, ' '), text: text.replace(/\r\n?/g, '\n') }
}

export function isSameText(one: NoteText, other: NoteText): boolean {
  return one.title === other.title && one.text === other.text
}

/** Returns the title, else the first line, shortened. */
export function noteName({ title, text }: NoteText): string {
  const [line = ''] = (title.trim() || text.trim()).split('\n', 1)
  // By code points, so no emoji is cut in half.
  const characters = [...line.slice(0, 82)]
  return characters.length > 40 ? `${characters.slice(0, 40).join('').trimEnd()}…` : line
}

/** What a list shows of a note, without Markdown syntax: its title or first line, and the text after that. */
export function describePreview({
  title,
  start,
  isWhole,
}: Pick<NoteSummary, 'title' | 'start' | 'isWhole'>): { heading: string; excerpt: string } {
  const plain = stripMarkdown(start)
  const [line = ''] = plain.split('\n', 1)
  const isHeadingFromText = title.trim() === '' && line !== '' && line.length <= maxHeadingLength
  const rest = isHeadingFromText ? plain.slice(line.length).trimStart() : plain
  return {
    heading: title.trim() || (isHeadingFromText ? line : noteName({ title, text: plain }) || 'Untitled'),
    excerpt: isWhole || rest === '' ? rest : `${rest}…`,
  }
}

/** A longer first line of an untitled note is shortened for the heading and stays in the excerpt. */
const maxHeadingLength = 80

/** Approximate: only the note's page parses Markdown. */
function stripMarkdown(markdown: string): string {
  return markdown
    .replace(
      /^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|(?:[-*_][ \t]*){3,}$|```.*$)/gm,
      '',
    )
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/(\*\*|__|~~|`)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/\n{2,}/g, '\n')
    .trim()
}
