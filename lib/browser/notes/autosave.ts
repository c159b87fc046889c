import 'client-only'
import { observable } from '@/lib/browser/observable'
import { maxTitleLength, noteProblem } from '@/lib/notes/limits'
import { isSameText, type NoteId, type NoteText, newNoteId, noteName } from '@/lib/notes/note'
import { isSignedOut, type NoteFailure, type NoteSaveResult, type StoredNote, type TypedNote } from './notes'

export type NoteStore = ReturnType<typeof createNoteStore>

export type NoteStoreOptions = {
  id: NoteId
  /** Null if the server doesn't have the note. */
  stored: StoredNote | null
  save: (typed: Omit<TypedNote, 'userId'>) => Promise<NoteSaveResult>
}

const debounceMs = 1_000
const maxDelayMs = 5_000
const minRetryMs = 2_000
const maxRetryMs = 30_000

/**
 * The text of a note's page. Autosaves it a second after the last keystroke and at least every five seconds, with one
 * request at a time; while the server can't be reached it retries with growing pauses.
 */
export function createNoteStore({ id, stored, save }: NoteStoreOptions) {
  const { subscribe, current, set } = observable<NoteState>(createNoteState(id, stored))
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** All times are `performance.now()`, as the visitor's clock may be set while the page is open. */
  let typedAt = Number.NEGATIVE_INFINITY
  let unsavedSince: number | null = null
  let retryMs = minRetryMs
  let notBefore = 0
  let isClosed = false

  function schedule(): void {
    clearTimeout(timer)
    // Signed out, the page flushes after the next sign-in.
    const { failure } = current()
    if (isClosed || running || !nextToSend(current()) || (failure && isSignedOut(failure))) return
    const dueAt = Math.min(typedAt + debounceMs, (unsavedSince ?? typedAt) + maxDelayMs)
    timer = setTimeout(() => void send(), Math.max(dueAt, notBefore) - performance.now())
  }

  function send(): Promise<void> {
    running ??= sendOnce().finally(() => {
      running = null
      schedule()
    })
    return running
  }

  async function sendOnce(): Promise<void> {
    const text = nextToSend(current())
    if (isClosed || !text) return
    unsavedSince = null
    const sent = { ...current(), sending: text }
    set(sent)
    let result: NoteSaveResult = { status: 'unreachable' }
    try {
      result = await save({ id: sent.id, base: sent.base, ...text })
    } finally {
      setPause(result)
      set(applySaveResult(current(), result))
    }
  }

  /** Sets when the next request may be sent: after `Retry-After`, else with growing pauses. */
  function setPause(result: NoteSaveResult): void {
    const isAnswered = result.status === 'saved' || result.status === 'changed'
    const askedSeconds = result.status === 'refused' ? result.retryAfterSeconds : null
    const pauseMs = askedSeconds === null ? retryMs : askedSeconds * 1000
    notBefore = isAnswered ? 0 : performance.now() + pauseMs
    retryMs = isAnswered ? minRetryMs : Math.min(maxRetryMs, retryMs * 2)
  }

  return {
    subscribe,
    current,
    /** What must survive the page; null if everything is saved. */
    draft: () => draftOf(current()),
    type(typed: NoteText): void {
      typedAt = performance.now()
      unsavedSince ??= typedAt
      set({ ...current(), typed })
      schedule()
    },
    /** Continues with the draft of an earlier page. */
    restore(draft: Draft): void {
      set(restoreDraft(current(), draft))
      schedule()
    },
    /** Saves immediately, unless the server asked to wait. Returns whether everything is saved. */
    async flush(): Promise<boolean> {
      if (!mustWait(current().failure) || performance.now() >= notBefore)
        do await send()
        while (!isClosed && !current().failure && nextToSend(current()))
      return saveStatus(current()).status === 'saved'
    },
    /** Takes over a version that another device has saved, unless text is unsaved here. */
    merge(note: StoredNote): void {
      const next = mergeChanges(current(), note)
      if (next) set(next)
    },
    /** Sends nothing more until `resume`. */
    close(): void {
      isClosed = true
      clearTimeout(timer)
    },
    resume(): void {
      isClosed = false
      schedule()
    },
  }
}

/** `base`: the version it is based on; null for a new note. `sent`: an earlier text that the server may have. */
export type Draft = NoteText & { base: number | null; sent?: NoteText }

/** The state of a note on its page: what is typed, what the server has, and how saving goes. */
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
  /** Of the last save. */
  failure: NoteFailure | null
  /** Whether the text came from another device. */
  isUpdated: boolean
  /** The note of which this is a conflicting copy. */
  copyOf: NoteId | null
}

/** `saving` also while it waits for the next keystroke. */
export type SaveState = { status: 'saved' | 'saving' } | NoteFailure

const emptyText: NoteText = { title: '', text: '' }

function createNoteState(id: NoteId, stored: StoredNote | null): NoteState {
  return {
    id,
    typed: textOf(stored ?? emptyText),
    saved: stored,
    base: stored?.version ?? null,
    sending: null,
    unanswered: null,
    failure: null,
    isUpdated: false,
    copyOf: null,
  }
}

/** Restores an earlier page's draft. Keeps the saved version as base if the draft had been saved before its page closed. */
function restoreDraft(note: NoteState, draft: Draft): NoteState {
  const { saved } = note
  const isOurs = saved && [draft, draft.sent].some((text) => text && isSameText(text, saved))
  const typed = textOf(draft)
  return isOurs ? { ...note, typed } : { ...note, typed, base: draft.base, unanswered: draft.sent ?? null }
}

/** Whether anything typed may be unsaved. */
function isUnsaved({ typed, saved, sending, unanswered }: NoteState): boolean {
  return sending !== null || unanswered !== null || !isSameText(typed, saved ?? emptyText)
}

function draftOf(note: NoteState): Draft | null {
  const { typed, base, sending, unanswered } = note
  if (!isUnsaved(note)) return null
  const sent = sending ?? unanswered
  return { ...typed, base, ...(sent && !isSameText(sent, typed) ? { sent } : {}) }
}

export function saveStatus(note: NoteState): SaveState {
  const { typed, saved, failure } = note
  const problem = noteProblem(typed)
  // A new note may be empty.
  if (!isUnsaved(note) || (problem === 'note-empty' && saved === null)) return { status: 'saved' }
  if (failure && isSignedOut(failure)) return failure
  // Emptying a note doesn't delete it: only Delete does.
  if (problem) return { status: 'refused', problem, retryAfterSeconds: null }
  return failure ?? { status: 'saving' }
}

/** The text to send next; null if there is none, or it's invalid. */
function nextToSend(note: NoteState): NoteText | null {
  const text = note.unanswered ?? note.typed
  return !isUnsaved(note) || noteProblem(text) ? null : text
}

function applySaveResult(note: NoteState, result: NoteSaveResult): NoteState {
  const sent = note.sending ?? note.typed
  const after = { ...note, sending: null }
  switch (result.status) {
    case 'saved':
      return applyVersion(after, result.note)
    case 'changed':
      // Not a conflict if it's our own text: a response was lost, or both wrote the same.
      if ([sent, note.typed].some((own) => isSameText(own, result.note)))
        return applyVersion(after, result.note)
      return createCopy(note)
    case 'gone':
      return note.base === null ? { ...after, failure: { status: 'unreachable' } } : createCopy(note)
    case 'unreachable':
      return { ...after, unanswered: sent, failure: result }
    case 'refused':
      // The text is invalid, or the account is full. An unknown code doesn't say anything about the text.
      if (result.problem && !mustWait(result)) return { ...after, unanswered: null, failure: result }
      return { ...after, failure: result }
    default:
      // Not saved; an earlier unanswered text stays unanswered.
      return { ...after, failure: result }
  }
}

/** Whether the server asked to wait. */
function mustWait(failure: NoteFailure | null): boolean {
  return failure?.status === 'refused' && failure.retryAfterSeconds !== null
}

/** Takes over what another device has saved; null if it's no newer, or text is unsaved here. */
function mergeChanges(note: NoteState, stored: StoredNote): NoteState | null {
  if (note.sending || stored.version <= (note.base ?? 0)) return null
  if ([note.typed, note.unanswered].some((own) => own && isSameText(own, stored)))
    return applyVersion(note, stored)
  if (isUnsaved(note)) return null
  return { ...applyVersion(note, stored), typed: textOf(stored), isUpdated: true }
}

function applyVersion(note: NoteState, saved: StoredNote): NoteState {
  return { ...note, saved, base: saved.version, unanswered: null, failure: null, isUpdated: false }
}

/** The second of two writers continues in a copy, also if the first has deleted the note. */
function createCopy({ id, typed }: NoteState): NoteState {
  const copied = { title: copyTitle(typed), text: typed.text }
  return { ...createNoteState(newNoteId(), null), typed: copied, copyOf: id }
}

const copySuffix = ' (conflicting copy)'

function copyTitle(typed: NoteText): string {
  const name = typed.title.trim() || noteName(typed)
  const start = name.slice(0, maxTitleLength - copySuffix.length)
  // Don't cut an emoji in half.
  return start.replace(/[\ud800-\udbff]$/, '').trimEnd() + copySuffix
}

function textOf({ title, text }: NoteText): NoteText {
  return { title, text }
}
