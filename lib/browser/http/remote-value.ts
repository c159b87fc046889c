import 'client-only'
import { observable } from '@/lib/browser/observable'
import { nullIfNoResponse } from './response'

/**
 * A value fetched from the server, as a store for `useSyncExternalStore`. Loads on the first subscription. If `load`
 * returns null, as there was no response, the next subscription retries.
 */
export function remoteValue<T>(load: () => Promise<T | null>) {
  const { subscribe, current, set } = observable<T, null>(null)
  let pending: Promise<T | null> | null = null

  /** Refetches. Null if there was no response; the previous value stays. */
  async function refresh(): Promise<T | null> {
    const request = load()
    pending = request
    let isLatest = true
    const loaded = await request.finally(() => {
      isLatest = pending === request
      if (isLatest) pending = null
    })
    if (isLatest && loaded !== null) set(loaded)
    return loaded
  }

  /** Sets a value without fetching, and ignores any pending response. */
  function publish(known: T): void {
    pending = null
    set(known)
  }

  return {
    subscribe(listener: () => void): () => void {
      const stop = subscribe(listener)
      if (!pending && current() === null) void refresh()
      return stop
    },
    current,
    refresh,
    publish,
  }
}

const maxWaitMs = 15_000

/** JSON from one of our endpoints, or null if it didn't respond: offline, server down, or timed out. */
export async function fetchJson(path: string): Promise<unknown> {
  const response = await nullIfNoResponse(fetch(path, { signal: AbortSignal.timeout(maxWaitMs) }))
  return response?.ok ? nullIfNoResponse(response.json()) : null
}
