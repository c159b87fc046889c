import 'client-only'
import { isPageLeaving } from '@/lib/browser/session/ending'
import { watchForSignIn } from '@/lib/browser/session/session'
import { openChannel } from '@/lib/browser/site-data'
import { type NoteId, parseNoteId } from '@/lib/notes/note'

/** `signed-out`: stops polling until the session is back. */
export type PollResult = 'answered' | 'failed' | 'signed-out'

const pauseMs = 15_000
const maxPauseMs = 60_000

/**
 * Polls while the page is visible and online, and immediately when it becomes so. One call at a time, with growing pauses
 * while they fail. Returns a function that stops it.
 */
export function watchNotes(poll: () => Promise<PollResult>): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer = 0
  let failures = 0
  let isPolling = false
  let isSignedOut = false

  async function pollIfActive(): Promise<void> {
    clearTimeout(timer)
    if (isPolling || isSignedOut || signal.aborted || !isActive()) return
    // During a sign-out the session may end before the response.
    if (isPageLeaving()) return scheduleNext()
    isPolling = true
    let result: PollResult = 'failed'
    try {
      result = await poll()
    } finally {
      isPolling = false
      isSignedOut = result === 'signed-out'
      failures = result === 'failed' ? failures + 1 : 0
      scheduleNext()
    }
  }

  function scheduleNext(): void {
    clearTimeout(timer)
    const ms = Math.min(pauseMs * 2 ** failures, maxPauseMs)
    // `visibilitychange` and `online` restart the timer.
    if (!signal.aborted && isActive()) timer = window.setTimeout(pollIfActive, ms)
  }

  const stopSignIn = watchForSignIn(() => {
    if (!isSignedOut) return
    isSignedOut = false
    void pollIfActive()
  })
  document.addEventListener('visibilitychange', pollIfActive, { signal })
  window.addEventListener('online', pollIfActive, { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && void pollIfActive(), { signal })
  scheduleNext()
  return () => {
    stopping.abort()
    stopSignIn()
    clearTimeout(timer)
  }
}

function isActive(): boolean {
  return document.visibilityState === 'visible' && navigator.onLine
}

/** `writing`: a tab has started to edit the note. `saved`: it has a new version. Never carries text. */
type NoteEvent = { event: 'writing' | 'saved'; id: NoteId }

/** Sends what happens to a note here to the browser's other tabs, and receives theirs. */
export function createNoteChannel(onEvent: (event: NoteEvent) => void) {
  const stopping = new AbortController()
  let channel: ReturnType<typeof openChannel> = null
  const disconnect = () => {
    channel?.close()
    channel = null
  }
  const connect = () => {
    channel ??= openChannel('foyer-notes')
    if (channel) channel.onmessage = ({ data }: MessageEvent<unknown>) => receive(data)
  }
  const receive = (data: unknown) => {
    if (typeof data !== 'object' || data === null || !('event' in data && 'id' in data)) return
    const id = parseNoteId(data.id)
    if (id && (data.event === 'writing' || data.event === 'saved')) onEvent({ event: data.event, id })
  }
  connect()
  // An open channel keeps a page out of the back/forward cache in some browsers.
  window.addEventListener('pagehide', disconnect, stopping)
  window.addEventListener('pageshow', connect, stopping)
  return {
    post: (event: NoteEvent) => channel?.postMessage(event),
    close(): void {
      stopping.abort()
      disconnect()
    },
  }
}
