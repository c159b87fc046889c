import 'client-only'
/** A note being written, as a value: what was typed, what the site has of it, and what is in the way. */
import { type NoteProblem, noteProblem } from '@/lib/notes/limits'
import { isSameText, type NoteText } from '@/lib/notes/note'
import type { Draft } from './drafts'
import type { NoteFailure, NoteSave, StoredNote } from './notes'

export type Writing = {
  typed: NoteText
  /** At version `base`; null for a new note. */
  saved: NoteText | null
  base: number | null
  savedAt: string | null
  isFromElsewhere: boolean
  /** Where Cancel leads. */
  opened: NoteText
  sending: NoteText | null
  /** Sent without an answer: the site may have it. It is sent again before anything else. */
  unanswered: NoteText | null
  obstacle: Obstacle | null
}

/** What is known of the text in the field. */
export type SaveState =
  /** `at` is null for a new note with nothing in it. */
  { status: 'saved'; at: string | null; isFromElsewhere?: true } | { status: 'unsaved' | 'saving' } | Obstacle

type Obstacle =
  /** It can't be saved as it is, or there is no room for it. */
  | { status: 'refused'; problem: NoteProblem }
  /** Tried again by itself. */
  | { status: 'waiting'; reason: 'unreachable' | 'too-many-changes' }
  /** Somebody else has saved another text meanwhile. */
  | { status: 'conflict'; theirs: StoredNote }
  /** The user has to do something first. */
  | { status: 'stopped'; reason: 'gone' | 'signed-out' | 'other-user' }

export const emptyText: NoteText = { title: '', text: '' }

/** Begins with what is stored (null: a new note), or with what was typed before and not acknowledged. */
export function beginWriting(stored: StoredNote | null, draft: Draft | null): Writing {
  const saved = stored && textOf(stored)
  const writing: Writing = {
    typed: textOf(draft ?? saved ?? emptyText),
    saved,
    base: stored?.version ?? null,
    savedAt: stored?.changedAt ?? null,
    isFromElsewhere: false,
    opened: saved ?? emptyText,
    sending: null,
    unanswered: null,
    obstacle: null,
  }
  // A draft, or what was sent of it, was saved after all if the answer was lost with the page.
  const isOurs = draft && saved && [draft, draft.sent].some((text) => text && isSameText(text, saved))
  return draft && !isOurs ? { ...writing, base: draft.base, unanswered: draft.sent ?? null } : writing
}

/** Whether anything typed isn't known to be saved. */
export function isUnsaved({ typed, saved, sending, unanswered }: Writing): boolean {
  return sending !== null || unanswered !== null || !isSameText(typed, saved ?? emptyText)
}

/** What survives the page; null if all is saved. */
export function draftOf(writing: Writing): Draft | null {
  const { typed, base, sending, unanswered } = writing
  if (!isUnsaved(writing)) return null
  const sent = sending ?? unanswered
  return { ...typed, base, ...(sent && !isSameText(sent, typed) ? { sent } : {}) }
}

/** A new object each time, as what is shown beside it is what was typed. */
export function describeWriting(writing: Writing): SaveState {
  const { typed, saved, savedAt, sending, isFromElsewhere } = writing
  const obstacle = writing.obstacle && { ...writing.obstacle }
  if (obstacle?.status === 'conflict') return obstacle
  const problem = noteProblem(typed)
  // Nothing in a new note is no problem.
  const isNothing = problem === 'note-empty' && saved === null
  if (isNothing || !isUnsaved(writing))
    return { status: 'saved', at: savedAt, ...(isFromElsewhere ? { isFromElsewhere } : {}) }
  if (obstacle?.status === 'stopped') return obstacle
  // An emptied note stays as it was: only Delete deletes.
  if (problem) return { status: 'refused', problem }
  return obstacle ?? { status: sending ? 'saving' : 'unsaved' }
}

/** The text to send next; null if there is none, or it can't be sent. */
export function nextToSend(writing: Writing): NoteText | null {
  const text = writing.unanswered ?? writing.typed
  return isOver(writing) || !isUnsaved(writing) || noteProblem(text) ? null : text
}

/** Whether somebody has to choose first: another's text is stored, or the note is deleted. */
export function isOver({ obstacle }: Writing): boolean {
  return obstacle?.status === 'conflict' || (obstacle?.status === 'stopped' && obstacle.reason === 'gone')
}

/** With the site's answer to what was sent. */
export function withAnswer(writing: Writing, answer: NoteSave): Writing {
  const sent = writing.sending ?? writing.typed
  const after = { ...writing, sending: null }
  switch (answer.status) {
    case 'saved':
      return withVersion(after, answer.note, sent)
    case 'changed': {
      // Our own text is no conflict: an answer was lost, or both have written the same.
      const { note } = answer
      if ([sent, writing.typed].some((own) => isSameText(own, note)))
        return withVersion(after, note, textOf(note))
      return { ...after, unanswered: null, obstacle: { status: 'conflict', theirs: note } }
    }
    case 'unreachable':
      return { ...after, unanswered: sent, obstacle: { status: 'waiting', reason: 'unreachable' } }
    case 'refused':
      return withRefusal(after, answer)
    case 'gone':
      return { ...after, unanswered: null, obstacle: { status: 'stopped', reason: 'gone' } }
    default:
      // Nothing became of it; an earlier one without an answer stays so.
      return { ...after, obstacle: { status: 'stopped', reason: answer.status } }
  }
}

function withRefusal(
  writing: Writing,
  { problem, retryAfterSeconds }: Extract<NoteFailure, { status: 'refused' }>,
): Writing {
  if (problem === 'too-many-changes' || retryAfterSeconds !== null)
    return { ...writing, obstacle: { status: 'waiting', reason: 'too-many-changes' } }
  // A code that isn't ours says nothing about the text.
  if (problem === null) return { ...writing, obstacle: { status: 'waiting', reason: 'unreachable' } }
  return { ...writing, unanswered: null, obstacle: { status: 'refused', problem } }
}

/** With what another device has saved; null if something is unsaved here, or it is nothing new. */
export function withNews(writing: Writing, note: StoredNote): Writing | null {
  const { typed, base, sending, unanswered, obstacle } = writing
  if (sending || note.version <= (base ?? 0)) return null
  if ([typed, unanswered].some((own) => own && isSameText(own, note)))
    return withVersion(writing, note, textOf(note))
  if (obstacle?.status === 'conflict') {
    const isNew = note.version > obstacle.theirs.version
    return isNew ? { ...writing, obstacle: { status: 'conflict', theirs: note } } : null
  }
  return isUnsaved(writing) ? null : { ...onTop(writing, note), isFromElsewhere: true }
}

/** On top of another's version, with their text in the field. */
export function onTop(writing: Writing, theirs: StoredNote): Writing {
  const text = textOf(theirs)
  return { ...withVersion(writing, theirs, text), typed: text, opened: text }
}

function withVersion(writing: Writing, note: StoredNote, saved: NoteText): Writing {
  const known = { saved, base: note.version, savedAt: note.changedAt }
  return { ...writing, ...known, isFromElsewhere: false, unanswered: null, obstacle: null }
}

export function textOf({ title, text }: NoteText): NoteText {
  return { title, text }
}
