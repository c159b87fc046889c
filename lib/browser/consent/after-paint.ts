import 'client-only'

/**
 * Runs work after the next paint, so a button press responds first. If the page is left or hidden before
 * that, runs it then, so nothing is lost.
 */
export function afterPaint(work: () => void): void {
  flushOnPageExit()
  const run = () => {
    if (waiting.delete(run)) work()
  }
  waiting.add(run)
  if (document.hidden) return void setTimeout(run)
  requestAnimationFrame(() => setTimeout(run))
}

/**
 * Registers for page exit before anyone else: Google's tag flushes when the page is left and drops anything
 * it gets after that.
 */
export function flushOnPageExit(): void {
  if (isWatching) return
  isWatching = true
  window.addEventListener('pagehide', runAll)
  document.addEventListener('visibilitychange', runAll)
}

const waiting = new Set<() => void>()
let isWatching = false

/** Includes work added while running. */
function runAll(): void {
  for (const run of waiting) run()
}
