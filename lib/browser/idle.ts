import 'client-only'

/** Does work once the page has nothing else to do, after five seconds at the latest. Returns what calls it off. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(work, { timeout: 5_000 })
  return () => cancelIdleCallback(request)
}
