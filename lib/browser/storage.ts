import 'client-only'

/** What the work in the browser's storage comes to; undefined where storage is switched off or full. */
export function tryStorage<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}
