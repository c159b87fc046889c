import 'client-only'
/** Polls for new builds, so a page open for days doesn't run code that's gone from the server. */
import { getNavigationBuildId } from 'next/dist/client/navigation-build-id'
import { fetchJson } from '@/lib/browser/http/remote-value'
import { type Build, parseBuild } from '@/lib/builds/build-id'
import { buildRoutes } from '@/lib/site/api-routes'

/**
 * Fetches this page's manifest, then polls for the latest build, also when the page becomes visible, until it differs; then
 * calls `onStale` once. Doesn't poll while offline or hidden.
 */
export function pollBuilds(onStale: () => void): void {
  const id = getNavigationBuildId()
  if (id === '') return
  let own: Build = { id, timestamp: Number.POSITIVE_INFINITY }
  let lastSeenId = id
  let polledAt = Date.now()
  let timer: ReturnType<typeof setTimeout>

  async function fetchManifest(): Promise<void> {
    const manifest = parseBuild(await fetchJson(buildRoutes.meta(id)))
    if (manifest) own = manifest
    else await poll()
  }

  /** During a rollout instances of both builds respond, so an older build counts only when seen twice. */
  async function poll(): Promise<void> {
    polledAt = Date.now()
    const latest = parseBuild(await fetchJson(buildRoutes.latest(polledAt)))
    if (!latest) return schedule(pollMs)
    const isOther = latest.id !== id
    if (isOther && (latest.timestamp > own.timestamp || latest.id === lastSeenId)) return stop()
    lastSeenId = latest.id
    schedule(isOther ? recheckMs : pollMs)
  }

  function schedule(averageMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void pollIfActive(), withJitter(averageMs))
  }

  async function pollIfActive(): Promise<void> {
    if (document.hidden || !navigator.onLine) return schedule(pollMs)
    await poll()
  }

  function onVisibilityChange(): void {
    // Absolute, as clocks may be set back.
    const sinceMs = Math.abs(Date.now() - polledAt)
    if (!document.hidden && sinceMs >= minIntervalMs) schedule(wakeDelayMs)
  }

  function stop(): void {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisibilityChange)
    onStale()
  }

  document.addEventListener('visibilitychange', onVisibilityChange)
  schedule(pollMs)
  if (!isSavingData()) void fetchManifest()
}

/** Polls again soon after seeing another build: it may be one instance of many. */
const recheckMs = 60_000

/** Limits polls when a page becomes visible, and spreads them: in an office all tabs wake at nine. */
const minIntervalMs = 5 * 60_000
const wakeDelayMs = 2_000

const pollMs = 60 * 60_000

/** Skips the manifest on metered connections (S151: not on slow-2g). */
function isSavingData(): boolean {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  return connection?.saveData === true || connection?.effectiveType === 'slow-2g'
}

/** Jitter of ±50%, so pages opened together don't poll together. */
function withJitter(averageMs: number): number {
  return averageMs * (0.5 + Math.random())
}
