import 'client-only'
import { isPageLeaving } from '@/lib/browser/session/ending'
import { watchForSignIn } from '@/lib/browser/session/session'

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
