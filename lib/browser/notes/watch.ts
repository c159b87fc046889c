import 'client-only'
import { isPageLeaving } from '@/lib/browser/session/ending'
import { watchForSignIn } from '@/lib/browser/session/session'

/** `signed-out`: asking is pointless until the session is back. */
export type PollResult = 'answered' | 'failed' | 'signed-out'

/** Between an answer and the next question. */
const pauseMs = 15_000
const maxPauseMs = 60_000

/**
 * Asks again and again while the page is visible and online, immediately when it becomes so; with growing pauses while
 * asking fails. A question is over before the next. Returns the way to stop.
 */
export function watchNotes(ask: () => Promise<PollResult>): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer = 0
  let failures = 0
  let isAsking = false
  let isSignedOut = false

  async function askIfSeen(): Promise<void> {
    clearTimeout(timer)
    if (isAsking || isSignedOut || signal.aborted || !isSeen()) return
    // A sign-out is under way: the session may be gone before the answer.
    if (isPageLeaving()) return askLater()
    isAsking = true
    let answer: PollResult = 'failed'
    try {
      answer = await ask()
    } finally {
      isAsking = false
      isSignedOut = answer === 'signed-out'
      failures = answer === 'failed' ? failures + 1 : 0
      askLater()
    }
  }

  function askLater(): void {
    clearTimeout(timer)
    const ms = Math.min(pauseMs * 2 ** failures, maxPauseMs)
    // A hidden page has no timer: the event starts it again.
    if (!signal.aborted && isSeen()) timer = window.setTimeout(askIfSeen, ms)
  }

  const stopSignIn = watchForSignIn(() => {
    if (!isSignedOut) return
    isSignedOut = false
    void askIfSeen()
  })
  document.addEventListener('visibilitychange', askIfSeen, { signal })
  window.addEventListener('online', askIfSeen, { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && void askIfSeen(), { signal })
  askLater()
  return () => {
    stopping.abort()
    stopSignIn()
    clearTimeout(timer)
  }
}

function isSeen(): boolean {
  return document.visibilityState === 'visible' && navigator.onLine
}
