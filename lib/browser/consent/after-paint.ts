import 'client-only'

/** Runs work after the next paint, so that a button press responds first; earlier if the page is left or hidden. */
export function afterPaint(work: () => void): void {
  flushOnPageExit()
  const run = () => {
    if (pending.delete(run)) work()
  }
  pending.add(run)
  if (document.hidden) return void setTimeout(run)
  requestAnimationFrame(() => setTimeout(run))
}

/** Must register for page exit before Google's tag, which flushes then and drops anything it gets later. */
export function flushOnPageExit(): void {
  if (isWatching) return
  isWatching = true
  window.addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', flush)
}

const pending = new Set<() => void>()
let isWatching = false

/** Includes work that is added while it runs. */
function flush(): void {
  for (const run of pending) run()
}
