import 'client-only'
/** The note of a page, as a value: what is typed, what the site has of it, and how far saving has come. */
import { maxTitleLength, type NoteProblem, noteProblem } from '@/lib/notes/limits'
import { isSameText, type NoteId, type NoteText, newNoteId, noteName } from '@/lib/notes/note'
import type { Draft } from './drafts'
import type { NoteFailure, NoteSaveResult, StoredNote } from './notes'

export type NoteState = {
  /** Another one once the text has become a note of its own. */
  id: NoteId
  typed: NoteText
  /** As the site has it; null: not at all. */
  saved: StoredNote | null
  /** The version that the text is based on; null for a note that the site doesn't have. */
  base: number | null
  sending: NoteText | null
  /** Sent without an answer: the site may have it. It is sent again before anything else. */
  unanswered: NoteText | null
  saveError: SaveError | null
  /** Worth a word: another device's text is shown, a deleted note came back, or this is now a copy beside another's text. */
  notice: { kind: 'updated' | 'returned' } | { kind: 'copied'; original: StoredNote } | null
}

type SaveError =
  /** It can't be saved as it is, or there is no room for it. */
  | { status: 'refused'; problem: NoteProblem }
  /** Tried again by itself. */
  | { status: 'waiting'; reason: 'unreachable' | 'too-many-changes' }
  /** Somebody has to sign in first. */
  | { status: 'stopped'; reason: 'signed-out' | 'other-user' }

/** What is known of the text in the fields. */
export type SaveStatusLine = { status: 'saved' | 'saving' } | SaveError

const emptyText: NoteText = { title: '', text: '' }

/** A note as the site has it; null: one that it doesn't have. */
export function createNoteState(id: NoteId, stored: StoredNote | null): NoteState {
  const saved = stored && storedNote(stored)
  return {
    id,
    typed: textOf(saved ?? emptyText),
    saved,
    base: saved?.version ?? null,
    sending: null,
    unanswered: null,
    saveError: null,
    notice: null,
  }
}

/** With what was typed on an earlier page, unless that was saved after all and only the answer was lost with the page. */
export function restoreDraft(note: NoteState, draft: Draft): NoteState {
  const { saved } = note
  const isOurs = saved && [draft, draft.sent].some((text) => text && isSameText(text, saved))
  const typed = textOf(draft)
  return isOurs ? { ...note, typed } : { ...note, typed, base: draft.base, unanswered: draft.sent ?? null }
}

/** Whether anything typed isn't known to be saved. */
export function isUnsaved({ typed, saved, sending, unanswered }: NoteState): boolean {
  return sending !== null || unanswered !== null || !isSameText(typed, saved ?? emptyText)
}

/** What survives the page; null if all is saved. */
export function draftOf(note: NoteState): Draft | null {
  const { typed, base, sending, unanswered } = note
  if (!isUnsaved(note)) return null
  const sent = sending ?? unanswered
  return { ...typed, base, ...(sent && !isSameText(sent, typed) ? { sent } : {}) }
}

export function saveStatus(note: NoteState): SaveStatusLine {
  const { typed, saved, saveError: obstacle } = note
  const problem = noteProblem(typed)
  // Nothing in a new note is no problem.
  if (!isUnsaved(note) || (problem === 'note-empty' && saved === null)) return { status: 'saved' }
  if (obstacle?.status === 'stopped') return obstacle
  // An emptied note stays as it was: only Delete deletes.
  if (problem) return { status: 'refused', problem }
  return obstacle ?? { status: 'saving' }
}

/** The text to send next; null if there is none, or it can't be sent. */
export function nextToSend(note: NoteState): NoteText | null {
  const text = note.unanswered ?? note.typed
  return !isUnsaved(note) || noteProblem(text) ? null : text
}

/** With the site's answer to what was sent. */
export function applySaveResult(note: NoteState, answer: NoteSaveResult): NoteState {
  const sent = note.sending ?? note.typed
  const after = { ...note, sending: null }
  switch (answer.status) {
    case 'saved':
      return applyVersion(after, answer.note)
    case 'changed':
      // Our own text is no other's: an answer was lost, or both have written the same.
      if ([sent, note.typed].some((own) => isSameText(own, answer.note)))
        return applyVersion(after, answer.note)
      return createCopy(after, answer.note)
    case 'unreachable':
      return { ...after, unanswered: sent, saveError: { status: 'waiting', reason: 'unreachable' } }
    case 'gone':
      // Deleted elsewhere while somebody writes: it comes back with what they wrote.
      if (note.base !== null)
        return {
          ...after,
          saved: null,
          base: null,
          unanswered: null,
          saveError: null,
          notice: { kind: 'returned' },
        }
      return { ...after, saveError: { status: 'waiting', reason: 'unreachable' } }
    case 'refused':
      return applyRefusal(after, answer)
    default:
      // Nothing became of it; an earlier one without an answer stays so.
      return { ...after, saveError: { status: 'stopped', reason: answer.status } }
  }
}

function applyRefusal(
  note: NoteState,
  { problem, retryAfterSeconds }: Extract<NoteFailure, { status: 'refused' }>,
): NoteState {
  if (problem === 'too-many-changes' || retryAfterSeconds !== null)
    return { ...note, saveError: { status: 'waiting', reason: 'too-many-changes' } }
  // A code that isn't ours says nothing about the text.
  if (problem === null) return { ...note, saveError: { status: 'waiting', reason: 'unreachable' } }
  return { ...note, unanswered: null, saveError: { status: 'refused', problem } }
}

/** With what another device has saved; null if something is unsaved here, or it is nothing new. */
export function mergeChanges(note: NoteState, stored: StoredNote): NoteState | null {
  if (note.sending || stored.version <= (note.base ?? 0)) return null
  if ([note.typed, note.unanswered].some((own) => own && isSameText(own, stored)))
    return applyVersion(note, stored)
  if (isUnsaved(note)) return null
  return { ...applyVersion(note, stored), typed: textOf(stored), notice: { kind: 'updated' } }
}

function applyVersion(note: NoteState, stored: StoredNote): NoteState {
  // Read once, it goes with the next save of our own.
  const news = note.notice?.kind === 'updated' ? null : note.notice
  const saved = storedNote(stored)
  return { ...note, saved, base: saved.version, unanswered: null, saveError: null, notice: news }
}

/** Of two writers the later one's text becomes a note of its own. */
function createCopy(note: NoteState, original: StoredNote): NoteState {
  const typed = { title: copyTitle(note.typed), text: note.typed.text }
  return {
    ...createNoteState(newNoteId(), null),
    typed,
    notice: { kind: 'copied', original: storedNote(original) },
  }
}

const copyMark = ' (conflicting copy)'

function copyTitle(written: NoteText): string {
  const name = written.title.trim() || noteName(written)
  const start = name.slice(0, maxTitleLength - copyMark.length)
  // Not half an emoji.
  return start.replace(/[\ud800-\udbff]$/, '').trimEnd() + copyMark
}

function storedNote({ id, title, text, version, createdAt, changedAt }: StoredNote): StoredNote {
  return { id, title, text, version, createdAt, changedAt }
}

function textOf({ title, text }: NoteText): NoteText {
  return { title, text }
}
