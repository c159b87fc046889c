import 'client-only'

/** A value the browser fetches once, when somebody first looks: a store for `useSyncExternalStore`. */
export type RemoteValue<T> = { subscribe: (listener: () => void) => () => void; current: () => T | null }

/**
 * Loads at the first subscription and tells all subscribers. `load` gives null if it got no answer; then the
 * next subscription asks again.
 */
export function remoteValue<T>(load: () => Promise<T | null>): RemoteValue<T> {
  const listeners = new Set<() => void>()
  let value: T | null = null
  let isLoading = false

  async function loadOnce(): Promise<void> {
    if (isLoading || value !== null) return
    isLoading = true
    value = await load().finally(() => {
      isLoading = false
    })
    for (const listener of listeners) listener()
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      void loadOnce()
      return () => listeners.delete(listener)
    },
    current: () => value,
  }
}

/** The JSON of one of our own endpoints, or null if it did not answer: offline, or the server is down. */
export async function fetchJson(path: string): Promise<unknown> {
  try {
    const response = await fetch(path, { headers: { accept: 'application/json' } })
    return response.ok ? await response.json() : null
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException)
      return null
    throw error
  }
}
