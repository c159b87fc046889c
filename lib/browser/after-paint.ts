import 'client-only'

/**
 * Does what can wait until the browser has painted: the press of a button is answered first. A page that is left
 * or hidden before does it then, so that nothing is lost.
 */
export function afterPaint(work: () => void): void {
  const waiting = new AbortController()
  const run = () => {
    if (waiting.signal.aborted) return
    waiting.abort()
    work()
  }
  if (document.hidden) return void setTimeout(run)
  window.addEventListener('pagehide', run, { signal: waiting.signal })
  document.addEventListener('visibilitychange', run, { signal: waiting.signal })
  requestAnimationFrame(() => setTimeout(run))
}
