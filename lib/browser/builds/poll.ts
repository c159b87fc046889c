import 'client-only'
/** Polls for new builds, so a page open for days doesn't run code that's gone from the server. */
import { getNavigationBuildId } from 'next/dist/client/navigation-build-id'
import { publicConfig } from '@/lib/browser/config'
import { fetchJson } from '@/lib/browser/http/remote-value'
import { type Build, parseBuild } from '@/lib/builds/build-id'
import { buildRoutes } from '@/lib/site/api-routes'

/**
 * Fetches this page's manifest, then polls for the latest one, also when the page becomes visible, until it
 * differs; then calls `tellStale` once. Doesn't poll while offline or hidden, and adds jitter.
 */
export function pollBuilds(tellStale: () => void): void {
  const id = getNavigationBuildId()
  if (id === '') return
  let own: Build = { id, timestamp: Number.POSITIVE_INFINITY }
  let sighted = id
  let askedAt = Date.now()
  let timer: ReturnType<typeof setTimeout>

  async function learnOwn(): Promise<void> {
    const manifest = parseBuild(await fetchJson(buildRoutes.meta(id)))
    if (manifest) own = manifest
    else await ask()
  }

  /** During a rollout instances of both builds respond, so an older build counts only when seen twice. */
  async function ask(): Promise<void> {
    askedAt = Date.now()
    const latest = parseBuild(await fetchJson(buildRoutes.latest(askedAt)))
    if (!latest) return askIn(pollMs())
    const isOther = latest.id !== id
    if (isOther && (latest.timestamp > own.timestamp || latest.id === sighted)) return stop()
    sighted = latest.id
    askIn(isOther ? recheckMs : pollMs())
  }

  function askIn(averageMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void askIfSeen(), withJitter(averageMs))
  }

  async function askIfSeen(): Promise<void> {
    if (document.hidden || !navigator.onLine) return askIn(pollMs())
    await ask()
  }

  function wake(): void {
    // Either way, as clocks may be set back.
    const sinceMs = Math.abs(Date.now() - askedAt)
    if (!document.hidden && sinceMs >= Math.min(minIntervalMs, pollMs())) askIn(wakeDelayMs)
  }

  function stop(): void {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', wake)
    tellStale()
  }

  document.addEventListener('visibilitychange', wake)
  askIn(pollMs())
  if (!isSavingData()) void learnOwn()
}

/** Retry soon after seeing another build: it may be one instance of many. */
const recheckMs = 60_000

/** Limits polling on wake-up, and delays it: in an office every tab wakes at nine. */
const minIntervalMs = 5 * 60_000
const wakeDelayMs = 2_000

const defaultPollMinutes = 60

/** Skips the manifest on metered connections (S151: not on slow-2g). */
function isSavingData(): boolean {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  return connection?.saveData === true || connection?.effectiveType === 'slow-2g'
}

function pollMs(): number {
  return (publicConfig.current()?.buildPollMinutes ?? defaultPollMinutes) * 60_000
}

/** Jitter of ±50%, so pages opened together don't poll together. */
function withJitter(averageMs: number): number {
  return averageMs * (0.5 + Math.random())
}
