import 'client-only'
/** Polls for new builds, so a page open for days doesn't run code that's gone from the server. */
import { getNavigationBuildId } from 'next/dist/client/navigation-build-id'
import { fetchJson } from '@/lib/browser/http/remote-value'
import { buildRoutes } from '@/lib/site/api-routes'

/**
 * Fetches this page's manifest, then polls for the latest build until it's another one; then calls `onStale` once. During a
 * rollout that can come early: the page then loads one document more. Doesn't poll while offline or hidden.
 */
export function pollBuilds(onStale: () => void): void {
  const id = getNavigationBuildId()
  if (id === '') return

  async function poll(): Promise<void> {
    const latest = await fetchJson(buildRoutes.latest(Date.now()))
    const isOther = typeof latest === 'object' && latest !== null && 'id' in latest && latest.id !== id
    if (isOther) onStale()
    else schedule()
  }

  /** With a jitter of ±50%, so pages opened together don't poll together. */
  function schedule(): void {
    const isActive = () => !document.hidden && navigator.onLine
    setTimeout(() => (isActive() ? void poll() : schedule()), pollMs * (0.5 + Math.random()))
  }

  async function start(): Promise<void> {
    // A manifest that's gone also means a new build.
    if (isSavingData() || (await fetchJson(buildRoutes.meta(id))) !== null) schedule()
    else await poll()
  }

  void start()
}

const pollMs = 60 * 60_000

/** Skips the manifest on metered connections (S151: not on slow-2g). */
function isSavingData(): boolean {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  return connection?.saveData === true || connection?.effectiveType === 'slow-2g'
}
