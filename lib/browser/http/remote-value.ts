import 'client-only'
import { observable } from '@/lib/browser/observable'
import { nullIfNoResponse } from './response'

/**
 * A value fetched from the server: a store for `useSyncExternalStore`. Loads on the first subscription;
 * `load` returns null if there was no response, then the next subscription retries.
 */
export function remoteValue<T>(load: () => Promise<T | null>) {
  const { subscribe, current, set } = observable<T, null>(null)
  let asking: Promise<T | null> | null = null

  /** Refetches. Null if there was no response; the previous value stays. */
  async function refresh(): Promise<T | null> {
    const question = load()
    asking = question
    let isLatest = true
    const answer = await question.finally(() => {
      isLatest = asking === question
      if (isLatest) asking = null
    })
    if (isLatest && answer !== null) set(answer)
    return answer
  }

  /** Sets a value without fetching, and ignores any pending response. */
  function publish(known: T): void {
    asking = null
    set(known)
  }

  return {
    subscribe(listener: () => void): () => void {
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

/** JSON from one of our endpoints, or null if it didn't respond: offline, server down, or timed out. */
export async function fetchJson(path: string): Promise<unknown> {
  const response = await nullIfNoResponse(fetch(path, { signal: AbortSignal.timeout(longestWaitMs) }))
  return response?.ok ? nullIfNoResponse(response.json()) : null
}
