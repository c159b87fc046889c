import 'client-only'

/** The list has `console.error` of this file, and nothing else. */
export function watchFetch(): void {
  globalThis.fetch = () => Promise.reject(new Error('offline'))
}
