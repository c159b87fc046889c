import 'client-only'
import { observable } from '@/lib/browser/observable'
import { isSameText, type NoteText } from '@/lib/notes/note'
import type { Draft } from './drafts'
import type { NoteSave, StoredNote } from './notes'
import * as value from './writing'

type Options = {
  /** As stored; null for a new note. */
  stored: StoredNote | null
  /** What is in the field, if that isn't what is stored. */
  draft: Draft | null
  save: (text: NoteText, base: number | null) => Promise<NoteSave>
  onSaved: (note: StoredNote) => void
}

export type Autosave = ReturnType<typeof openAutosave>

/** `discarded` is what was typed, and the version it belongs to; null if nothing was. */
export type Cancellation = { status: 'cancelled'; discarded: Draft | null } | { status: 'failed' }

const afterTypingMs = 1_000
const atLatestMs = 5_000
const firstPauseMs = 2_000
const longestPauseMs = 30_000
/** Where the site doesn't say when, and before a text is offered again for which there was no room. */
const refusedPauseMs = 60_000

/**
 * Saves a note as it is typed: a second after the last keystroke, at latest after five; one request at a time; again, with
 * growing pauses, while the site can't be reached. Each save names the version it is based on.
 */
export function openAutosave({ stored, draft, save, onSaved }: Options) {
  let writing = value.beginWriting(stored, draft)
  const state = observable<value.SaveState>(value.describeWriting(writing))
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** On the clock of `performance.now()`, as all times here: a visitor's own may be set meanwhile. */
  let typedAt = Number.NEGATIVE_INFINITY
  let unsavedSince: number | null = null
  let pauseMs = firstPauseMs
  let notBefore = 0
  let isClosed = false
  /** What was typed, while the text as it was opened is saved. */
  let cancelled: NoteText | null = null
  plan()

  function show(next: value.Writing): void {
    writing = next
    state.set(value.describeWriting(writing))
  }

  /** Sends when it's time. */
  function plan(): void {
    clearTimeout(timer)
    const isPossible = !isClosed && !running && value.nextToSend(writing) !== null
    // Signed out, the page asks again when somebody is here.
    if (!isPossible || writing.obstacle?.status === 'stopped') return
    const dueAt = Math.min(typedAt + afterTypingMs, (unsavedSince ?? typedAt) + atLatestMs)
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
    const text = value.nextToSend(writing)
    if (isClosed || !text) return
    unsavedSince = null
    show({ ...writing, sending: text })
    let answer: NoteSave = { status: 'unreachable' }
    try {
      answer = await save(text, writing.base)
    } finally {
      pace(answer)
      const next = value.withAnswer(writing, answer)
      if ('note' in answer && next.obstacle === null) onSaved(answer.note)
      show(next)
    }
  }

  /** When the next request may be sent. */
  function pace(answer: NoteSave): void {
    notBefore = 0
    if (answer.status !== 'unreachable' && answer.status !== 'refused') {
      pauseMs = firstPauseMs
      return
    }
    const isOurRefusal = answer.status === 'refused' && (answer.problem || answer.retryAfterSeconds !== null)
    if (isOurRefusal) {
      const { retryAfterSeconds } = answer
      notBefore = performance.now() + (retryAfterSeconds === null ? refusedPauseMs : retryAfterSeconds * 1000)
    } else {
      notBefore = performance.now() + pauseMs
      pauseMs = Math.min(longestPauseMs, pauseMs * 2)
    }
  }

  /** Saves right away what isn't saved, unless the site asked to wait. Resolves once the state shows the outcome. */
  async function flush(): Promise<void> {
    const { obstacle } = writing
    const isAskedToWait = obstacle?.status === 'waiting' && obstacle.reason === 'too-many-changes'
    if (isAskedToWait && performance.now() < notBefore) return
    do await send()
    while (!isClosed && !writing.obstacle && value.nextToSend(writing))
  }

  /**
   * Goes back to the text as it was opened; of a new note nothing is taken back here. If the site doesn't take it, what was
   * typed stays.
   */
  async function cancel(): Promise<Cancellation> {
    await running
    const { typed, opened } = writing
    const isNew = stored === null
    // What is theirs, or deleted, stays so.
    const isSettled = isNew || value.isOver(writing)
    if (!isSettled && value.isUnsaved({ ...writing, typed: opened })) {
      cancelled = typed
      writing = { ...writing, typed: opened }
      try {
        await flush()
      } catch (error) {
        show({ ...writing, typed })
        throw error
      } finally {
        cancelled = null
      }
    }
    const isBack =
      isSettled || !writing.obstacle || isSameText(writing.saved ?? typed, opened) || value.isOver(writing)
    if (!isBack) {
      show({ ...writing, typed })
      plan()
      return { status: 'failed' }
    }
    close()
    const isEmpty = isSameText(typed, value.emptyText)
    const discarded = isNew && isEmpty && writing.saved ? writing.saved : typed
    const { saved, base } = writing
    show({ ...writing, typed: saved ?? value.emptyText, unanswered: null, obstacle: null })
    return {
      status: 'cancelled',
      discarded: isSameText(discarded, opened) ? null : { ...discarded, base },
    }
  }

  function close(): void {
    isClosed = true
    clearTimeout(timer)
  }

  return {
    state,
    typed: () => cancelled ?? writing.typed,
    /** What survives the page; null if all is saved. */
    draft: () => value.draftOf(cancelled ? { ...writing, typed: cancelled } : writing),
    type(text: NoteText): void {
      typedAt = performance.now()
      unsavedSince ??= typedAt
      show({ ...writing, typed: text })
      plan()
    },
    flush,
    cancel,
    /** Goes on from a version that another device has saved, if nothing is unsaved here. False if something is. */
    adopt(note: StoredNote): boolean {
      const next = value.withNews(writing, note)
      if (next) show(next)
      return next !== null
    },
    /** Ends a conflict: this text is the next version of theirs. */
    settle(theirs: StoredNote, text: NoteText): Promise<void> {
      show({ ...value.onTop(writing, theirs), typed: value.textOf(text) })
      return flush()
    },
    /** What was deleted elsewhere is created again. */
    restart(): Promise<void> {
      show({ ...writing, saved: null, base: null, obstacle: null })
      return flush()
    },
    /** Sends nothing more by itself. */
    close,
    /** After `close`. */
    resume(): void {
      isClosed = false
      plan()
    },
  }
}
