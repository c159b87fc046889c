import 'client-only'

/** Runs work once the page is idle, after five seconds at the latest. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(work, { timeout: 5_000 })
  return () => cancelIdleCallback(request)
}
