import 'client-only'
/** Asks now and then which build the site is, so that a page that is open for days does not go on with code that is gone. */
import { getNavigationBuildId } from 'next/dist/client/navigation-build-id'
import { publicConfig } from '@/lib/browser/config'
import { fetchJson } from '@/lib/browser/http/remote-value'
import { type Build, parseBuild } from '@/lib/builds/build-id'
import { routes } from '@/lib/site/routes'

/**
 * Fetches the manifest of this page's build, and asks for the latest one from time to time and when the page is looked
 * at again, until it is another. Then tells so, once. Asks nobody offline or unseen, and no two pages in step.
 */
export function followBuilds(tellStale: () => void): void {
  const id = getNavigationBuildId()
  if (id === '') return
  let own: Build = { id, timestamp: Number.POSITIVE_INFINITY }
  let sighted = id
  let askedAt = Date.now()
  let timer: ReturnType<typeof setTimeout>

  async function learnOwn(): Promise<void> {
    const manifest = parseBuild(await fetchJson(routes.builds.meta(id)))
    if (manifest) own = manifest
    else await ask()
  }

  /** While a rollout is under way instances of both builds answer: an older one counts when it is seen twice. */
  async function ask(): Promise<void> {
    askedAt = Date.now()
    const latest = parseBuild(await fetchJson(routes.builds.latest(askedAt)))
    if (!latest) return askIn(pollMs())
    const isOther = latest.id !== id
    if (isOther && (latest.timestamp > own.timestamp || latest.id === sighted)) return stop()
    sighted = latest.id
    askIn(isOther ? askAgainMs : pollMs())
  }

  function askIn(averageMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void askIfSeen(), spread(averageMs))
  }

  async function askIfSeen(): Promise<void> {
    if (document.hidden || !navigator.onLine) return askIn(pollMs())
    await ask()
  }

  function wake(): void {
    if (!document.hidden && Date.now() - askedAt >= Math.min(restMs, pollMs())) askIn(wakeMs)
  }

  function stop(): void {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', wake)
    tellStale()
  }

  document.addEventListener('visibilitychange', wake)
  askIn(pollMs())
  if (!isSparing()) void learnOwn()
}

/** After an answer from another build: soon, as it may be one of many instances. */
const askAgainMs = 60_000

/** Waking asks at most so often, and a little later: in an office all wake at nine. */
const restMs = 5 * 60_000
const wakeMs = 2_000

const defaultPollMinutes = 60

/** The manifest is worth nothing to whoever counts bytes (spec section 9: not on slow-2g). */
function isSparing(): boolean {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  return connection?.saveData === true || connection?.effectiveType === 'slow-2g'
}

function pollMs(): number {
  return (publicConfig.current()?.buildPollMinutes ?? defaultPollMinutes) * 60_000
}

/** Half to one and a half of it: pages that were opened in one moment ask in different ones. */
function spread(averageMs: number): number {
  return averageMs * (0.5 + Math.random())
}
