import 'client-only'
import { createStore } from '@/lib/browser/observable'

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
  const { subscribe, current, set } = createStore<T | null>(null)
  let questions = 0
  let isAsking = false

  async function refresh(): Promise<T | null> {
    questions += 1
    const question = questions
    isAsking = true
    const answer = await load().finally(() => {
      if (question === questions) isAsking = false
    })
    if (question === questions && answer !== null) publish(answer)
    return answer
  }

  function publish(known: T): void {
    questions += 1
    isAsking = false
    set(known)
  }

  return {
    subscribe(listener) {
      const stop = subscribe(listener)
      if (!isAsking && current() === null) void refresh()
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
  try {
    const signal = AbortSignal.timeout(longestWaitMs)
    const response = await fetch(path, { headers: { accept: 'application/json' }, signal })
    return response.ok ? await response.json() : null
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException)
      return null
    throw error
  }
}
