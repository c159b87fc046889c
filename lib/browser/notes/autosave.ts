import 'client-only'
import { observable } from '@/lib/browser/observable'
import type { NoteId, NoteText } from '@/lib/notes/note'
import type { Draft } from './drafts'
import * as state from './note-state'
import type { NoteSaveResult, StoredNote, TypedNote } from './notes'

export type NoteStore = ReturnType<typeof createNoteStore>

type Options = {
  id: NoteId
  /** Null if the server doesn't have the note. */
  stored: StoredNote | null
  save: (typed: Omit<TypedNote, 'userId'>) => Promise<NoteSaveResult>
}

const debounceMs = 1_000
const maxDelayMs = 5_000
const minRetryMs = 2_000
const maxRetryMs = 30_000
/** After a refusal without `Retry-After`, such as a full account. */
const refusedRetryMs = 60_000

/**
 * The text of a note's page. Autosaves it a second after the last keystroke and at least every five seconds, with one
 * request at a time; while the server can't be reached it retries with growing pauses.
 */
export function createNoteStore({ id, stored, save }: Options) {
  const { subscribe, current, set } = observable<state.NoteState>(state.createNoteState(id, stored))
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
    if (isClosed || running || !state.nextToSend(current()) || current().saveError?.status === 'stopped')
      return
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
    const text = state.nextToSend(current())
    if (isClosed || !text) return
    unsavedSince = null
    const sent = { ...current(), sending: text }
    set(sent)
    let result: NoteSaveResult = { status: 'unreachable' }
    try {
      result = await save({ id: sent.id, base: sent.base, ...text })
    } finally {
      setPause(result)
      set(state.applySaveResult(current(), result))
    }
  }

  /** Sets when the next request may be sent. */
  function setPause(result: NoteSaveResult): void {
    if (result.status === 'refused' && (result.problem || result.retryAfterSeconds !== null)) {
      const { retryAfterSeconds } = result
      notBefore = performance.now() + (retryAfterSeconds === null ? refusedRetryMs : retryAfterSeconds * 1000)
    } else if (result.status === 'unreachable' || result.status === 'refused') {
      notBefore = performance.now() + retryMs
      retryMs = Math.min(maxRetryMs, retryMs * 2)
    } else {
      notBefore = 0
      retryMs = minRetryMs
    }
  }

  return {
    subscribe,
    current,
    /** What must survive the page; null if everything is saved. */
    draft: () => state.draftOf(current()),
    type(typed: NoteText): void {
      typedAt = performance.now()
      unsavedSince ??= typedAt
      set({ ...current(), typed })
      schedule()
    },
    /** Continues with the draft of an earlier page. */
    restore(draft: Draft): void {
      set(state.restoreDraft(current(), draft))
      schedule()
    },
    /** Saves immediately, unless the server asked to wait. Returns whether everything is saved. */
    async flush(): Promise<boolean> {
      const { saveError } = current()
      const mustWait = saveError?.status === 'waiting' && saveError.reason === 'too-many-changes'
      if (!mustWait || performance.now() >= notBefore)
        do await send()
        while (!isClosed && !current().saveError && state.nextToSend(current()))
      return state.saveStatus(current()).status === 'saved'
    },
    /** Takes over a version that another device has saved, unless text is unsaved here. */
    merge(note: StoredNote): void {
      const next = state.mergeChanges(current(), note)
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
