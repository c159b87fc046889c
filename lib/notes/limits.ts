/** Limits of notes, why a note can't be saved, and the messages for both. */

import { isStorable } from '@/lib/storable'
import type { NoteText } from './note'

/** UTF-8 bytes of a note's text. */
export const maxTextBytes = 100 * 1024

/** In UTF-16 code units, as in a text field. */
export const maxTitleLength = 200

/** Per user, including the trash. */
export const maxNotes = 10_000

/** How long a deleted note stays in the trash. */
export const trashDays = 30

/** UTF-8 bytes of all of a user's notes, including the trash. */
export const maxTotalBytes = 50 * 1024 * 1024

/** A note as JSON, in which a byte may take six when escaped, as in `\u0001`. */
export const maxNoteBodyBytes = 6 * (maxTextBytes + maxTitleLength) + 1024

/** Why a note can't be saved. */
export type NoteProblem = keyof typeof messages

/** Returns why a text can't be saved, or null. */
export function noteProblem({ title, text }: NoteText): NoteProblem | null {
  if (title.trim() === '' && text.trim() === '') return 'note-empty'
  if (title.length > maxTitleLength) return 'title-too-long'
  if (byteLength(text) > maxTextBytes) return 'note-too-long'
  return isStorable(title) && isStorable(text) ? null : 'note-unreadable'
}

/** Bytes in UTF-8. */
function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

export function describeNoteProblem(problem: NoteProblem): string {
  return messages[problem]
}

/** Parses a response's code; null if it isn't a problem of a note. */
export function parseNoteProblem(code: unknown): NoteProblem | null {
  return allProblems.find((problem) => problem === code) ?? null
}

const messages = {
  'note-empty': 'Nothing to save yet. Write something first.',
  'note-too-long': 'Notes can be up to 100 KB. Shorten it or split it.',
  'title-too-long': `Titles can be up to ${maxTitleLength} characters. Shorten it.`,
  'note-unreadable': 'This text has a character that can’t be saved. Paste it as plain text.',
  'too-many-notes':
    'You have 10,000 notes, the most you can have. Delete some and empty the trash to save this one.',
  'notes-full':
    'Your notes take up 50 MB, the most you can store. Delete some and empty the trash to save this one.',
  'too-many-changes': 'Too many changes in a short time. Nothing is lost. Try again in a minute.',
}

const allProblems = Object.keys(messages) as NoteProblem[]
