import 'client-only'

/**
 * Does what can wait until the browser has painted: the press of a button is answered first. A page that is left
 * or hidden before does it then, so that nothing is lost.
 */
export function afterPaint(work: () => void): void {
  watchLeaving()
  const run = () => {
    if (waiting.delete(run)) work()
  }
  waiting.add(run)
  if (document.hidden) return void setTimeout(run)
  requestAnimationFrame(() => setTimeout(run))
}

/**
 * Hears of the leaving of the page before whoever listens later: Google's tag sends what it has when the page is left,
 * and would not send any more what it is told after that.
 */
export function watchLeaving(): void {
  if (isWatching) return
  isWatching = true
  window.addEventListener('pagehide', runAll)
  document.addEventListener('visibilitychange', runAll)
}

const waiting = new Set<() => void>()
let isWatching = false

/** Also what comes to wait meanwhile. */
function runAll(): void {
  for (const run of waiting) run()
}
