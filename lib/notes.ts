/** Notes: type, limits and messages, shared by browser and server. */

export type NoteId = string & { readonly brand: 'NoteId' }

/** `savedAt` is formatted for display. */
export type Note = { id: NoteId; text: string; savedAt: string }

/** In UTF-16 code units as in a text field, so page and server count the same. */
export const longestNote = 10_000

/** Per user. */
export const mostNotes = 500

/** Why a note can't be saved. */
export type NoteProblem =
  | 'note-empty'
  | 'note-too-long'
  | 'note-unreadable'
  | 'too-many-notes'
  | 'too-many-changes'

/** A new ID, made in the browser so resending a note doesn't duplicate it. Needs a secure context. */
export function newNoteId(): NoteId {
  return crypto.randomUUID() as NoteId
}

/** Parses an untrusted ID; null if malformed. */
export function parseNoteId(value: unknown): NoteId | null {
  if (typeof value !== 'string' || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)) return null
  return value as NoteId
}

/** Normalizes line breaks to one character, as in a text field. */
export function asTyped(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** Why this text can't be saved, or null. PostgreSQL rejects NUL and replaces lone surrogates. */
export function noteProblem(text: string): NoteProblem | null {
  if (text.trim() === '') return 'note-empty'
  if (text.length > longestNote) return 'note-too-long'
  return text.includes('\u0000') || /\p{Surrogate}/u.test(text) ? 'note-unreadable' : null
}

/** Characters left, once few are, or how many too many. */
export function describeRoom(length: number): string | null {
  const left = longestNote - length
  if (left > tellsOfRoomAt) return null
  return left < 0 ? `${inWords(-left)} too many.` : `${inWords(left)} left.`
}

/** The same for screen readers: doesn't change with every keystroke. */
export function announceRoom(length: number): string {
  const left = longestNote - length
  if (left > tellsOfRoomAt) return ''
  return left < 0
    ? `Too long. ${words['note-too-long']}`
    : `${left > 100 ? tellsOfRoomAt : 100} characters or fewer left.`
}

const tellsOfRoomAt = 500

function inWords(characters: number): string {
  return `${characters.toLocaleString('en')} character${characters === 1 ? '' : 's'}`
}

/** The message for a problem. */
export function describeNoteProblem(problem: NoteProblem): string {
  return words[problem]
}

/** Parses a response's code; null if it isn't ours. */
export function parseNoteProblem(code: unknown): NoteProblem | null {
  return allProblems.find((problem) => problem === code) ?? null
}

/** A title from the note's first line. */
export function noteTitle(text: string): string {
  const [line = ''] = text.trim().split('\n', 1)
  // Cut at twice the code units first, so no emoji is split.
  const characters = [...line.slice(0, 82)]
  return characters.length > 40 ? `${characters.slice(0, 40).join('').trimEnd()}…` : line
}

const words: Record<NoteProblem, string> = {
  'note-empty': 'There is nothing to save yet: write something first.',
  'note-too-long': `Notes can be up to ${longestNote.toLocaleString('en')} characters. Shorten it or split it.`,
  'note-unreadable': 'This text has a character that cannot be saved. Paste it as plain text.',
  'too-many-notes': `You have ${mostNotes} notes, which is as many as fit. Delete one to save this one.`,
  'too-many-changes': 'Too many changes in a short time. Nothing is lost: please try again in a minute.',
}

const allProblems = Object.keys(words) as NoteProblem[]
