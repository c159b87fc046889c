import 'client-only'
/** Listens for all errors on the page. Tiny, as every page loads it; the rest loads on the first error. */
import { isChunkLoadError } from '@/lib/builds/build-id'
import { reloadForChunk, restoreTyped } from './chunk-reload'
import { ifLoaded } from './loading'
import type { Field } from './mismatch'

/** Reports errors to the server's log, and reloads the page if a chunk is missing. */
export function watchErrors(): void {
  // V8 keeps ten, of which ours may be the last.
  Error.stackTraceLimit = 30
  window.addEventListener('load', restoreTyped)
  const fields = document.querySelectorAll<Field>('input,textarea')
  const focused = document.activeElement
  window.addEventListener('error', ({ error }) => {
    // React's code for HTML that isn't what it renders. Not the site's error: ours have none of it, as the tests see.
    if (/#418;/.test(error))
      void ifLoaded(import('./mismatch'), (loaded) => loaded.restoreFields(fields, focused))
    else onError(error)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => onError(reason))
  // React only prints errors that a boundary catches, and for some bots Next renders no error page.
  const print = console.error
  console.error = (...printed: unknown[]) => {
    print.apply(console, printed)
    for (const item of printed) if (item instanceof Error) onError(item)
  }
}

function onError(error: unknown): void {
  if (isChunkLoadError(error)) void reloadForChunk()
  else if (error instanceof Error) void ifLoaded(import('./report'), ({ reportError }) => reportError(error))
}
