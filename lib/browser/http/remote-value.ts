import 'client-only'
import { observable } from '@/lib/browser/observable'
import { ifAnswered } from './answers'

/** A value the browser asks the server for, when somebody first looks: a store for `useSyncExternalStore`. */
export type RemoteValue<T> = {
  subscribe: (listener: () => void) => () => void
  current: () => T | null
  /** Asks again. Null if there was no answer; then the last one stays. */
  refresh: () => Promise<T | null>
  /** What is known without asking. An answer that is still under way no longer counts. */
  publish: (known: T) => void
}

/**
 * Loads at the first subscription and tells all subscribers. `load` gives null if it got no answer; then the
 * next subscription asks again.
 */
export function remoteValue<T>(load: () => Promise<T | null>): RemoteValue<T> {
  const { subscribe, current, set } = observable<T, null>(null)
  let asking: Promise<T | null> | null = null

  async function refresh(): Promise<T | null> {
    const question = load()
    asking = question
    const answer = await question
    if (asking !== question) return answer
    asking = null
    if (answer !== null) set(answer)
    return answer
  }

  function publish(known: T): void {
    asking = null
    set(known)
  }

  return {
    subscribe(listener) {
      const stop = subscribe(listener)
      if (!asking && current() === null) void refresh()
      return stop
    },
    current,
    refresh,
    publish,
  }
}

const longestWaitMs = 15_000

/** The JSON of one of our own endpoints, or null if it did not answer: offline, the server is down, or it never ends. */
export async function fetchJson(path: string): Promise<unknown> {
  const response = await ifAnswered(fetch(path, { signal: AbortSignal.timeout(longestWaitMs) }))
  return response?.ok ? ifAnswered(response.json()) : null
}
