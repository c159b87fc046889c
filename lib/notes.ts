/** A note, anywhere: what one is, and what may stand in it. */

export type NoteId = string & { readonly brand: 'NoteId' }

/** `savedAt` in words. */
export type Note = { id: NoteId; text: string; savedAt: string }

/** In UTF-16 units, as a text field counts them. */
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

/** What keeps this text from being a note, or null. PostgreSQL keeps no NUL in a text. */
export function noteProblem(text: string): NoteProblem | null {
  if (text.trim() === '') return 'note-empty'
  if (text.length > longestNote) return 'note-too-long'
  return text.includes('\u0000') ? 'note-unreadable' : null
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
  return line.length > 40 ? `${line.slice(0, 40).trimEnd()}…` : line
}

const words: Record<NoteProblem, string> = {
  'note-empty': 'There is nothing to save yet: write something first.',
  'note-too-long': `A note may have ${longestNote.toLocaleString('en')} characters. Shorten it, or make two of it.`,
  'note-unreadable': 'This text has a character that cannot be saved. Paste it as plain text.',
  'too-many-notes': `You have ${mostNotes} notes, which is as many as fit. Delete one to save this one.`,
  'too-many-changes': 'Too many changes in a short time. Nothing is lost: please try again in a minute.',
}

const allProblems = Object.keys(words) as NoteProblem[]
