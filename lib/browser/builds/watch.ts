import 'client-only'
/** Whether the site has become another build than this page's. Tiny, as every page has it; the rest comes after the page. */
import { isChunkLoadError } from '@/lib/builds/build-id'

/** Follows the site's builds for as long as the page is open, from a second after it is loaded (spec section 9). */
export function watchBuild(): void {
  window.addEventListener('load', () => setTimeout(follow, followAfterMs))
}

/**
 * Whether the next page has to come as a document, as this one's build is gone. Nothing happens before the visitor goes
 * on: what is half filled in is never thrown away.
 */
export function isBuildStale(): boolean {
  return isStale
}

const followAfterMs = 1_000

let isStale = false

/** A part of this page's code that is gone is a sign of its own; loading the page anew for it is not worth what is typed. */
async function follow(): Promise<void> {
  try {
    const { followBuilds } = await import('./builds')
    followBuilds(markStale)
  } catch (error) {
    if (!isChunkLoadError(error)) throw error
    markStale()
  }
}

function markStale(): void {
  isStale = true
}
