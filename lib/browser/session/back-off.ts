import 'client-only'
import type { Renewal } from './renewal'

/** Spec section 9, 'refresh error backoff'. */
const firstPauseMs = 30_000
const longestPauseMs = 16 * 60_000

/**
 * When an open page may renew again: after a failure half a minute later, then after twice as long each time, and never
 * before the server wants it. Without a network nobody is bothered, so that changes nothing.
 */
export function createBackOff() {
  let pauseMs = 0
  /** On the clock of `performance.now()`. */
  let dueAt = Number.NEGATIVE_INFINITY

  function reset(): void {
    pauseMs = 0
    dueAt = Number.NEGATIVE_INFINITY
  }

  function follow(renewal: Renewal): void {
    if (renewal.status === 'renewed') reset()
    else if (renewal.status !== 'unreachable') pause(null)
    else if (!renewal.isOffline) pause(renewal.retryAfterSeconds)
  }

  function pause(retryAfterSeconds: number | null): void {
    pauseMs = Math.min(Math.max(firstPauseMs, 2 * pauseMs), longestPauseMs)
    dueAt = performance.now() + Math.max(pauseMs, (retryAfterSeconds ?? 0) * 1000)
  }

  return { isDue: () => performance.now() >= dueAt, follow, reset }
}
