import 'client-only'
/** Whether a newer build replaced this page's. Kept tiny, as every page loads it; the rest is lazy. */
import { isChunkLoadError } from '@/lib/builds/build-id'

/** Watches for new builds, starting a second after load (S151). */
export function watchBuild(): void {
  window.addEventListener('load', () => setTimeout(startPolling, pollAfterMs))
}

/**
 * Whether the next navigation must be a full page load, as this build is gone. Waits for the visitor to
 * navigate, so nothing typed is lost.
 */
export function isBuildStale(): boolean {
  return isStale
}

const pollAfterMs = 1_000

let isStale = false

/** A missing chunk also means a new build; it isn't worth a reload that loses what was typed. */
async function startPolling(): Promise<void> {
  try {
    const { pollBuilds: followBuilds } = await import('./poll')
    followBuilds(markStale)
  } catch (error) {
    if (!isChunkLoadError(error)) throw error
    markStale()
  }
}

function markStale(): void {
  isStale = true
}
