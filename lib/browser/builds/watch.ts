import 'client-only'
/** Whether a newer build replaced this page's. Every page loads this file; the polling loads later. */
import { isChunkLoadError } from '@/lib/builds/build-id'

/** Watches for new builds, starting a second after load (S151). */
export function watchBuild(): void {
  window.addEventListener('load', () => setTimeout(startPolling, pollAfterMs))
}

/** Whether the next navigation must load a document, as this build is gone. A reload before could lose typed text. */
export function isBuildStale(): boolean {
  return isStale
}

const pollAfterMs = 1_000

let isStale = false

/** A missing chunk also means a new build. */
async function startPolling(): Promise<void> {
  try {
    const { pollBuilds } = await import('./poll')
    pollBuilds(markStale)
  } catch (error) {
    if (!isChunkLoadError(error)) throw error
    markStale()
  }
}

function markStale(): void {
  isStale = true
}
