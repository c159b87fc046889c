/** A note, anywhere: what one is, and what may stand in it. */

export type NoteId = string & { readonly brand: 'NoteId' }

/** `savedAt` in words. */
export type Note = { id: NoteId; text: string; savedAt: string }

/** In UTF-16 units of the text as a field holds it: the page and the server count the same. */
export const longestNote = 10_000

/** As many as one person may keep. */
export const mostNotes = 500

/** Why a text cannot be kept. */
export type NoteProblem =
  | 'note-empty'
  | 'note-too-long'
  | 'note-unreadable'
  | 'too-many-notes'
  | 'too-many-changes'

/** A new id; the browser makes it, so that a note that is sent twice is one note. Needs a secure context. */
export function newNoteId(): NoteId {
  return crypto.randomUUID() as NoteId
}

/** A note's id as it comes from outside; null if it cannot be one. */
export function parseNoteId(value: unknown): NoteId | null {
  if (typeof value !== 'string' || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)) return null
  return value as NoteId
}

/** A text as a field holds it: each line break is one character, however it was sent. */
export function asTyped(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/**
 * What keeps this text from being a note, or null. PostgreSQL keeps no NUL in a text, and another sign in place of half of a
 * surrogate pair.
 */
export function noteProblem(text: string): NoteProblem | null {
  if (text.trim() === '') return 'note-empty'
  if (text.length > longestNote) return 'note-too-long'
  return text.includes('\u0000') || /\p{Surrogate}/u.test(text) ? 'note-unreadable' : null
}

/** How much room a text of this length leaves, once it is little; and by how much it is too long. */
export function describeRoom(length: number): string | null {
  const left = longestNote - length
  if (left > tellsOfRoomAt) return null
  return left < 0 ? `${inWords(-left)} too many.` : `${inWords(left)} left.`
}

/** The same for whoever listens: it does not change with every key. */
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

/** A problem in words for the person who wrote the text. */
export function describeNoteProblem(problem: NoteProblem): string {
  return words[problem]
}

/** The code of an answer, if it is one of ours. */
export function parseNoteProblem(code: unknown): NoteProblem | null {
  return allProblems.find((problem) => problem === code) ?? null
}

/** The first words of a note, for its name. */
export function noteTitle(text: string): string {
  const [line = ''] = text.trim().split('\n', 1)
  // Twice as many units, so that no emoji is cut in two.
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
