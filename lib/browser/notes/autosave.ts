import 'client-only'
import { observable } from '@/lib/browser/observable'
import { type NoteProblem, noteProblem } from '@/lib/notes/limits'
import { isSameText, type NoteText } from '@/lib/notes/note'
import type { NoteFailure, NoteSave, StoredNote } from './notes'

/** What is known of the text in the field. */
export type SaveState =
  /** `at` is null for a new note with nothing in it. */
  | { status: 'saved'; at: string | null; isFromElsewhere?: true }
  | { status: 'unsaved' | 'saving' }
  /** It can't be saved as it is. */
  | { status: 'refused'; problem: NoteProblem }
  /** Tried again by itself. */
  | { status: 'waiting'; reason: 'unreachable' | 'too-many-changes' }
  /** Somebody else has saved another text meanwhile. */
  | { status: 'conflict'; theirs: StoredNote }
  /** The user has to do something first. */
  | { status: 'stopped'; reason: 'gone' | 'signed-out' | 'other-user' }

type Options = {
  /** As stored; null for a new note. */
  stored: StoredNote | null
  /** What is in the field, if that isn't what is stored, and the version it was based on. */
  draft: (NoteText & { base: number | null }) | null
  save: (text: NoteText, base: number | null) => Promise<NoteSave>
  onSaved: (note: StoredNote) => void
}

export type Autosave = ReturnType<typeof openAutosave>

const afterTypingMs = 1_000
const atLatestMs = 5_000
const firstPauseMs = 2_000
const longestPauseMs = 30_000

/**
 * Saves a note as it is typed: a second after the last keystroke, at latest after five; one request at a time; again, with
 * growing pauses, while the site can't be reached. Each save names the version it is based on.
 */
export function openAutosave({ stored, draft, save, onSaved }: Options) {
  let typed: NoteText = draft ?? stored ?? { title: '', text: '' }
  let saved: NoteText | null = stored
  // A draft that has been saved after all is no draft.
  let base = draft && isDirty() ? draft.base : (stored?.version ?? null)
  /** Sent without an answer: the site may have it. */
  let unanswered: NoteText[] = []
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let dirtySince: number | null = null
  let pauseMs = firstPauseMs
  let lastSavedAt = stored?.changedAt ?? null
  let isStopped = false
  const state = observable<SaveState>({ status: 'saved', at: stored?.changedAt ?? null })
  if (isDirty()) plan(0)

  function isDirty(): boolean {
    return !isSameText(typed, saved ?? { title: '', text: '' })
  }

  function plan(afterMs: number): void {
    clearTimeout(timer)
    const problem = noteProblem(typed)
    // Whoever empties a note finds it as it was; only Delete deletes.
    if (!isDirty()) state.set({ status: 'saved', at: lastSavedAt })
    else if (problem === 'note-empty' && saved === null) state.set({ status: 'saved', at: null })
    else if (problem) state.set({ status: 'refused', problem })
    else flushIn(afterMs)
  }

  async function run(): Promise<void> {
    const sent = typed
    state.set({ status: 'saving' })
    const outcome = await save(sent, base)
    dirtySince = null
    if (outcome.status === 'saved') accept(outcome.note, sent)
    else if (outcome.status === 'changed') meetOther(outcome.note)
    else {
      if (outcome.status === 'unreachable') unanswered = [...unanswered.slice(-9), sent]
      fail(outcome)
    }
  }

  function accept(note: StoredNote, text: NoteText): void {
    saved = text
    base = note.version
    lastSavedAt = note.changedAt
    unanswered = []
    pauseMs = firstPauseMs
    onSaved(note)
    state.set({ status: 'saved', at: note.changedAt })
  }

  /** Our own text, whose answer was lost, is no conflict. */
  function meetOther(theirs: StoredNote): void {
    const isOurs = unanswered.some((sent) => isSameText(sent, theirs))
    if (isOurs) accept(theirs, { title: theirs.title, text: theirs.text })
    else state.set({ status: 'conflict', theirs })
  }

  function fail(failure: NoteFailure): void {
    if (failure.status === 'unreachable') {
      state.set({ status: 'waiting', reason: 'unreachable' })
      flushIn(pauseMs)
      pauseMs = Math.min(longestPauseMs, pauseMs * 2)
    } else if (failure.status !== 'refused') state.set({ status: 'stopped', reason: failure.status })
    else if (failure.retryAfterSeconds === null)
      state.set({ status: 'refused', problem: failure.problem ?? 'note-unreadable' })
    else {
      state.set({ status: 'waiting', reason: 'too-many-changes' })
      flushIn(failure.retryAfterSeconds * 1000)
    }
  }

  function flushIn(afterMs: number): void {
    timer = setTimeout(() => void flush(), afterMs)
  }

  function changed(): void {
    dirtySince ??= Date.now()
    if (running || state.current().status === 'conflict') return
    if (['saved', 'refused'].includes(state.current().status)) state.set({ status: 'unsaved' })
    plan(Math.max(0, Math.min(afterTypingMs, dirtySince + atLatestMs - Date.now())))
  }

  /** Saves at once what isn't saved. Resolves when the state says what came of it. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    await running
    const { status } = state.current()
    if (isStopped || status === 'conflict' || !isDirty()) return
    if (noteProblem(typed)) {
      plan(0)
      return
    }
    running = run().finally(() => {
      running = null
      // Typed meanwhile.
      if (state.current().status === 'saved' && isDirty()) changed()
    })
    await running
  }

  return {
    state,
    typed: () => typed,
    base: () => base,
    isDirty,
    type(text: NoteText): void {
      typed = text
      changed()
    },
    flush,
    /** Goes on from a version that another device has saved, if nothing is unsaved here. False if something is. */
    adopt(note: StoredNote): boolean {
      if (isDirty() || running || note.version <= (base ?? 0)) return false
      typed = { title: note.title, text: note.text }
      saved = typed
      base = note.version
      lastSavedAt = note.changedAt
      state.set({ status: 'saved', at: note.changedAt, isFromElsewhere: true })
      return true
    },
    /** Ends a conflict: this text is the next version of theirs. */
    settle(theirs: StoredNote, text: NoteText): Promise<void> {
      typed = text
      saved = { title: theirs.title, text: theirs.text }
      base = theirs.version
      lastSavedAt = theirs.changedAt
      state.set({ status: isDirty() ? 'unsaved' : 'saved', at: theirs.changedAt })
      return flush()
    },
    /** What was deleted elsewhere is written anew. */
    restart(): Promise<void> {
      saved = null
      base = null
      return flush()
    },
    close: () => clearTimeout(timer),
    /** Saves no more. Resolves when nothing is under way. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
