/** How much fits, why a note can't be saved, and the words for both. */
import type { NoteText } from './note'

/** A note's text, in bytes of UTF-8. */
export const maxTextBytes = 100 * 1024

/** In UTF-16 code units, as in a text field. */
export const maxTitleLength = 200

/** Per user, with those in the trash. */
export const maxNotes = 10_000

/** Per user: as many as a first page can show. */
export const maxPins = 50

/** How long a deleted note is in the trash. */
export const trashDays = 30

/** All notes of a user, with those in the trash, in bytes of UTF-8. */
export const maxTotalBytes = 50 * 1024 * 1024

/**
 * A saved note as JSON, which may escape each byte of a text as six, `\u0001`, and each code unit of a title likewise.
 */
export const maxNoteBodyBytes = 6 * (maxTextBytes + maxTitleLength) + 1024

/** Why a note can't be saved or pinned. */
export type NoteProblem =
  | 'note-empty'
  | 'note-too-long'
  | 'title-too-long'
  | 'note-unreadable'
  | 'too-many-notes'
  | 'notes-full'
  | 'too-many-changes'
  | 'too-many-pins'

/** Why this can't be saved, or null. */
export function noteProblem({ title, text }: NoteText): NoteProblem | null {
  if (title.trim() === '' && text.trim() === '') return 'note-empty'
  if (title.length > maxTitleLength) return 'title-too-long'
  if (byteLength(text) > maxTextBytes) return 'note-too-long'
  return isStorable(title) && isStorable(text) ? null : 'note-unreadable'
}

/** PostgreSQL rejects NUL and replaces lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text)
}

/** Of UTF-8. */
export function byteLength(text: string): number {
  // A code unit takes three bytes at most.
  return text.length * 3 <= remainingShownFromBytes ? text.length : new TextEncoder().encode(text).length
}

/** `of`: what is, or soon will be, too long. */
export type RemainingLength = { of: 'title' | 'text'; words: string; isOver: boolean }

/** What room is left, once that matters, or how much is too much: in bytes for the text, as emoji take more than letters. */
export function describeRemaining({ title, text }: NoteText): RemainingLength | null {
  if (title.length > maxTitleLength) {
    const more = title.length - maxTitleLength
    const words = `The title is ${more.toLocaleString('en')} character${more === 1 ? '' : 's'} too long.`
    return { of: 'title', words, isOver: true }
  }
  const left = maxTextBytes - byteLength(text)
  if (left > maxTextBytes - remainingShownFromBytes) return null
  if (left < 0) return { of: 'text', words: `${formatLength(-left)} over the limit.`, isOver: true }
  return { of: 'text', words: left === 0 ? 'No room left.' : `${formatLength(left)} left.`, isOver: false }
}

/** The same for screen readers: doesn't change with every keystroke. */
export function announceRemaining(room: RemainingLength | null): string {
  if (!room) return ''
  if (room.isOver) return room.of === 'title' ? 'The title is too long.' : 'The note is too long.'
  return `Less than ${Math.ceil((maxTextBytes - remainingShownFromBytes) / 1024)} KB left.`
}

/** Like 'About 1,200 characters' up to a few thousand, then in KB. */
function formatLength(bytes: number): string {
  if (bytes < 10_000) return `About ${bytes.toLocaleString('en')} character${bytes === 1 ? '' : 's'}`
  return `${Math.ceil(bytes / 1024).toLocaleString('en')} KB`
}

/** The message for a problem. */
export function describeNoteProblem(problem: NoteProblem): string {
  return messages[problem]()
}

/** Parses a response's code; null if it isn't ours. */
export function parseNoteProblem(code: unknown): NoteProblem | null {
  return allProblems.find((problem) => problem === code) ?? null
}

/** From here on people are told how much is left. */
const remainingShownFromBytes = 95 * 1024

/** Functions, as formatting a number loads the browser's data for languages: 50 ms of a phone's time. */
const messages: Record<NoteProblem, () => string> = {
  'note-empty': () => 'Nothing to save yet. Write something first.',
  'note-too-long': () => 'Notes can be up to 100 KB. Shorten it or split it.',
  'title-too-long': () => `Titles can be up to ${maxTitleLength} characters. Shorten it.`,
  'note-unreadable': () => 'This text has a character that can’t be saved. Paste it as plain text.',
  'too-many-notes': () =>
    `You have ${maxNotes.toLocaleString('en')} notes, the most you can have. Delete some and empty the trash to save this one.`,
  'notes-full': () =>
    'Your notes take up 50 MB, the most you can store. Delete some and empty the trash to save this one.',
  'too-many-changes': () => 'Too many changes in a short time. Nothing is lost. Try again in a minute.',
  'too-many-pins': () => `You can pin up to ${maxPins} notes. Unpin one first.`,
}

const allProblems = Object.keys(messages) as NoteProblem[]
