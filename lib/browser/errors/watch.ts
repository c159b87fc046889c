import 'client-only'
/** Hears of every error of the page. Tiny, as every page has it; whatever an error needs is loaded when one comes. */
import { isChunkLoadError } from '@/lib/builds/build-id'
import { reloadForChunk, restoreTyped } from './chunk-reload'
import { ifLoaded } from './loading'

/** Takes errors to the server's log, and loads the page anew if a part of the site's code is missing. */
export function watchErrors(): void {
  window.addEventListener('load', restoreTyped)
  window.addEventListener('error', ({ error }) => onError(error))
  window.addEventListener('unhandledrejection', ({ reason }) => onError(reason))
  // React prints what a boundary has caught, and tells nobody else: for some bots Next draws no error page at all.
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
