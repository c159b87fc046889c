import 'client-only'
import { observable } from './observable'

/** How far the visitor's clock is ahead of the site's, in ms; null until `learnSiteTime`. Devices may be days off. */
const ahead = observable<number, null>(null)

/** Fires once the site's time is known. Returns the unsubscribe function. */
export const watchSiteTime = ahead.subscribe

/**
 * Learns the site's time from when this page was rendered (ISO 8601). Ignores later calls, as those times came with other
 * responses.
 */
export function learnSiteTime(now: string): void {
  if (ahead.current() !== null) return
  const [visit] = performance.getEntriesByType('navigation')
  const arrivedMs = visit && 'responseStart' in visit ? Number(visit.responseStart) : performance.now()
  ahead.set(Date.now() - performance.now() + arrivedMs - Date.parse(now))
}

/** Returns the time on the site's clock in ms; the visitor's own until the site's is known. */
export function siteTime(): number {
  return Date.now() - (ahead.current() ?? 0)
}
