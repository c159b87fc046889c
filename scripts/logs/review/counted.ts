/** What a review counts of an error or a missing page. */
import type { ErrorRecord } from '../../../lib/log/error-line'
import { fingerprintOf } from './fingerprint'
import { isWithin, type Period, periodBefore } from './period'

/** Times are milliseconds since 1970, over all that was read up to the period's end. */
export type Counted = {
  fingerprint: string
  /** In the period. */
  count: number
  people: number
  /** In the period before. */
  before: number
  firstAt: number
  lastAt: number
}

/** How many different errors, and how many missing pages, are kept when there are too many. */
export const maxCounted = 2_000

export function newCounted(key: string, { firstAt, lastAt }: ErrorRecord): Counted {
  return { fingerprint: fingerprintOf(key), count: 0, people: 0, before: 0, firstAt, lastAt }
}

/** Counts the error. Returns whether it's in the period. */
export function addTo(counted: Counted, record: ErrorRecord, period: Period): boolean {
  const { count, bot, place, firstAt, lastAt } = record
  counted.firstAt = Math.min(counted.firstAt, firstAt)
  counted.lastAt = Math.max(counted.lastAt, lastAt)
  if (isWithin(periodBefore(period), lastAt)) counted.before += count
  if (!isWithin(period, lastAt)) return false
  counted.count += count
  if (bot === null && place !== 'process') counted.people += count
  return true
}

/** Sorts by the number of errors in both periods. */
export function byCount(a: Counted, b: Counted): number {
  return b.count + b.before - a.count - a.before
}
