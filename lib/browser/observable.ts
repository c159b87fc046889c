import 'client-only'

/**
 * A value that notifies subscribers of each change: for `useSyncExternalStore`, and for events, where it
 * holds the latest.
 */
export function observable<T, Initial = T>(initial: Initial) {
  const listeners = new Set<(value: T) => void>()
  let value: T | Initial = initial
  return {
    /** Returns the unsubscribe function. */
    subscribe(listener: (value: T) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    current: () => value,
    set(next: T): void {
      value = next
      for (const listener of [...listeners]) listener(next)
    },
  }
}
