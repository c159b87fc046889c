import 'client-only'
/** The state of a note on its page: what is typed, what the server has, and how saving goes. Pure functions. */
import { maxTitleLength, type NoteProblem, noteProblem } from '@/lib/notes/limits'
import { isSameText, type NoteId, type NoteText, newNoteId, noteName } from '@/lib/notes/note'
import type { Draft } from './drafts'
import type { NoteFailure, NoteSaveResult, StoredNote } from './notes'

export type NoteState = {
  /** Changes when the text becomes a copy. */
  id: NoteId
  typed: NoteText
  /** Null if the server doesn't have the note. */
  saved: StoredNote | null
  /** The version that `typed` is based on; null if the server doesn't have the note. */
  base: number | null
  sending: NoteText | null
  /** Sent, but the response was lost: the server may have it. Sent again before anything else. */
  unanswered: NoteText | null
  saveError: SaveError | null
  /** `updated`: shows another device's text. `returned`: was deleted elsewhere. `copied`: is now a copy beside `original`. */
  notice: { kind: 'updated' | 'returned' } | { kind: 'copied'; original: StoredNote } | null
}

type SaveError =
  /** The text is invalid, or the account is full. */
  | { status: 'refused'; problem: NoteProblem }
  /** Retried automatically. */
  | { status: 'waiting'; reason: 'unreachable' | 'too-many-changes' }
  /** Retried after the next sign-in. */
  | { status: 'stopped'; reason: 'signed-out' | 'other-user' }

export type SaveState = { status: 'saved' | 'saving' } | SaveError

const emptyText: NoteText = { title: '', text: '' }

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

/** Restores an earlier page's draft. Keeps the saved version as base if the draft had been saved before its page closed. */
export function restoreDraft(note: NoteState, draft: Draft): NoteState {
  const { saved } = note
  const isOurs = saved && [draft, draft.sent].some((text) => text && isSameText(text, saved))
  const typed = textOf(draft)
  return isOurs ? { ...note, typed } : { ...note, typed, base: draft.base, unanswered: draft.sent ?? null }
}

/** Whether anything typed may be unsaved. */
function isUnsaved({ typed, saved, sending, unanswered }: NoteState): boolean {
  return sending !== null || unanswered !== null || !isSameText(typed, saved ?? emptyText)
}

/** What must survive the page; null if everything is saved. */
export function draftOf(note: NoteState): Draft | null {
  const { typed, base, sending, unanswered } = note
  if (!isUnsaved(note)) return null
  const sent = sending ?? unanswered
  return { ...typed, base, ...(sent && !isSameText(sent, typed) ? { sent } : {}) }
}

export function saveStatus(note: NoteState): SaveState {
  const { typed, saved, saveError } = note
  const problem = noteProblem(typed)
  // A new note may be empty.
  if (!isUnsaved(note) || (problem === 'note-empty' && saved === null)) return { status: 'saved' }
  if (saveError?.status === 'stopped') return saveError
  // Emptying a note doesn't delete it: only Delete does.
  if (problem) return { status: 'refused', problem }
  return saveError ?? { status: 'saving' }
}

/** The text to send next; null if there is none, or it's invalid. */
export function nextToSend(note: NoteState): NoteText | null {
  const text = note.unanswered ?? note.typed
  return !isUnsaved(note) || noteProblem(text) ? null : text
}

export function applySaveResult(note: NoteState, result: NoteSaveResult): NoteState {
  const sent = note.sending ?? note.typed
  const after = { ...note, sending: null }
  switch (result.status) {
    case 'saved':
      return applyVersion(after, result.note)
    case 'changed':
      // Not a conflict if it's our own text: a response was lost, or both wrote the same.
      if ([sent, note.typed].some((own) => isSameText(own, result.note)))
        return applyVersion(after, result.note)
      return createCopy(note.typed, result.note)
    case 'unreachable':
      return { ...after, unanswered: sent, saveError: { status: 'waiting', reason: 'unreachable' } }
    case 'gone':
      // Deleted elsewhere while being edited: the next save creates it again.
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
      return applyRefusal(after, result)
    default:
      // Not saved; an earlier unanswered text stays unanswered.
      return { ...after, saveError: { status: 'stopped', reason: result.status } }
  }
}

function applyRefusal(
  note: NoteState,
  { problem, retryAfterSeconds }: Extract<NoteFailure, { status: 'refused' }>,
): NoteState {
  if (problem === 'too-many-changes' || retryAfterSeconds !== null)
    return { ...note, saveError: { status: 'waiting', reason: 'too-many-changes' } }
  // An unknown code doesn't say anything about the text.
  if (problem === null) return { ...note, saveError: { status: 'waiting', reason: 'unreachable' } }
  return { ...note, unanswered: null, saveError: { status: 'refused', problem } }
}

/** Takes over what another device has saved; null if it's no newer, or text is unsaved here. */
export function mergeChanges(note: NoteState, stored: StoredNote): NoteState | null {
  if (note.sending || stored.version <= (note.base ?? 0)) return null
  if ([note.typed, note.unanswered].some((own) => own && isSameText(own, stored)))
    return applyVersion(note, stored)
  if (isUnsaved(note)) return null
  return { ...applyVersion(note, stored), typed: textOf(stored), notice: { kind: 'updated' } }
}

function applyVersion(note: NoteState, stored: StoredNote): NoteState {
  const notice = note.notice?.kind === 'updated' ? null : note.notice
  const saved = storedNote(stored)
  return { ...note, saved, base: saved.version, unanswered: null, saveError: null, notice }
}

/** The second of two writers continues in a copy. */
function createCopy({ title, text }: NoteText, original: StoredNote): NoteState {
  return {
    ...createNoteState(newNoteId(), null),
    typed: { title: copyTitle({ title, text }), text },
    notice: { kind: 'copied', original: storedNote(original) },
  }
}

const copySuffix = ' (conflicting copy)'

function copyTitle(typed: NoteText): string {
  const name = typed.title.trim() || noteName(typed)
  const start = name.slice(0, maxTitleLength - copySuffix.length)
  // Don't cut an emoji in half.
  return start.replace(/[\ud800-\udbff]$/, '').trimEnd() + copySuffix
}

function storedNote({ id, title, text, version, createdAt, changedAt }: StoredNote): StoredNote {
  return { id, title, text, version, createdAt, changedAt }
}

function textOf({ title, text }: NoteText): NoteText {
  return { title, text }
}
