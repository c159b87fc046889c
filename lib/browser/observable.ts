import 'client-only'

/**
 * A value that tells each new one to whoever has subscribed: for `useSyncExternalStore`, and for events, of which it is the
 * latest.
 */
export function observable<T, Initial = T>(initial: Initial) {
  const listeners = new Set<(value: T) => void>()
  let value: T | Initial = initial
  return {
    /** Returns the way to stop. */
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
