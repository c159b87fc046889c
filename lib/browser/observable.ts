import 'client-only'

/** Tells each event to whoever has subscribed. `subscribe` returns the way to stop. */
export function createEmitter<T = void>() {
  const listeners = new Set<(event: T) => void>()
  return {
    subscribe(listener: (event: T) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit(event: T): void {
      for (const listener of [...listeners]) listener(event)
    },
  }
}

/** A value that tells when it changes, for `useSyncExternalStore`. */
export function createStore<T>(initial: T) {
  const { subscribe, emit } = createEmitter()
  let value = initial
  return {
    subscribe,
    current: () => value,
    set(next: T): void {
      value = next
      emit()
    },
  }
}
