import 'client-only'
import { observable } from '@/lib/browser/observable'
import type { NoteId, NoteText } from '@/lib/notes/note'
import type { Draft } from './drafts'
import * as value from './note-state'
import type { NoteSaveResult, StoredNote, TypedNote } from './notes'

export type NoteStore = ReturnType<typeof createNoteStore>

type Options = {
  id: NoteId
  /** As the site has it; null: not at all. */
  stored: StoredNote | null
  save: (typed: Omit<TypedNote, 'userId'>) => Promise<NoteSaveResult>
}

const debounceMs = 1_000
const maxDelayMs = 5_000
const minRetryMs = 2_000
const maxRetryMs = 30_000
/** Where the site doesn't say when, and before a text is offered again for which there was no room. */
const refusedRetryMs = 60_000

/**
 * The one home of a note's text on its page. Saves it as it is typed: a second after the last keystroke, at latest after five;
 * one request at a time; again, with growing pauses, while the site can't be reached.
 */
export function createNoteStore({ id, stored, save }: Options) {
  const { subscribe, current, set } = observable<value.NoteState>(value.createNoteState(id, stored))
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** On the clock of `performance.now()`, as all times here: a visitor's own may be set meanwhile. */
  let typedAt = Number.NEGATIVE_INFINITY
  let unsavedSince: number | null = null
  let pauseMs = minRetryMs
  let notBefore = 0
  let isClosed = false

  /** Sends when it's time. */
  function plan(): void {
    clearTimeout(timer)
    // Signed out, the page asks again when somebody is here.
    if (isClosed || running || !value.nextToSend(current()) || current().saveError?.status === 'stopped')
      return
    const dueAt = Math.min(typedAt + debounceMs, (unsavedSince ?? typedAt) + maxDelayMs)
    timer = setTimeout(() => void send(), Math.max(dueAt, notBefore) - performance.now())
  }

  function send(): Promise<void> {
    running ??= sendOnce().finally(() => {
      running = null
      plan()
    })
    return running
  }

  async function sendOnce(): Promise<void> {
    const text = value.nextToSend(current())
    if (isClosed || !text) return
    unsavedSince = null
    const sent = { ...current(), sending: text }
    set(sent)
    let answer: NoteSaveResult = { status: 'unreachable' }
    try {
      answer = await save({ id: sent.id, base: sent.base, ...text })
    } finally {
      pace(answer)
      set(value.applySaveResult(current(), answer))
    }
  }

  /** When the next request may be sent. */
  function pace(answer: NoteSaveResult): void {
    notBefore = 0
    if (answer.status !== 'unreachable' && answer.status !== 'refused') {
      pauseMs = minRetryMs
      return
    }
    if (answer.status === 'refused' && (answer.problem || answer.retryAfterSeconds !== null)) {
      const { retryAfterSeconds } = answer
      notBefore = performance.now() + (retryAfterSeconds === null ? refusedRetryMs : retryAfterSeconds * 1000)
      return
    }
    notBefore = performance.now() + pauseMs
    pauseMs = Math.min(maxRetryMs, pauseMs * 2)
  }

  return {
    subscribe,
    current,
    /** What survives the page; null if all is saved. */
    draft: () => value.draftOf(current()),
    type(typed: NoteText): void {
      typedAt = performance.now()
      unsavedSince ??= typedAt
      set({ ...current(), typed })
      plan()
    },
    /** Goes on with what was typed on an earlier page. */
    takeUp(draft: Draft): void {
      set(value.restoreDraft(current(), draft))
      plan()
    },
    /** Saves right away what isn't saved, unless the site asked to wait. Resolves with whether all is saved. */
    async flush(): Promise<boolean> {
      const { saveError: obstacle } = current()
      const isAskedToWait = obstacle?.status === 'waiting' && obstacle.reason === 'too-many-changes'
      if (!isAskedToWait || performance.now() >= notBefore)
        do await send()
        while (!isClosed && !current().saveError && value.nextToSend(current()))
      return value.saveStatus(current()).status === 'saved'
    },
    /** Goes on from a version that another device has saved, if nothing is unsaved here. */
    adopt(note: StoredNote): void {
      const next = value.mergeChanges(current(), note)
      if (next) set(next)
    },
    /** Sends nothing more. */
    close(): void {
      isClosed = true
      clearTimeout(timer)
    },
    /** After `close`. */
    resume(): void {
      isClosed = false
      plan()
    },
  }
}
