/** Counts what a review compares: errors, missing pages, and the totals of both. */
import type { ErrorRecord, JsonObject } from '../../../lib/log/error-line'
import { createAddresses, type MissingAddress } from './addresses'
import { createEntries, type Entry } from './entries'
import { isUnknownAddress } from './fingerprint'
import { type Period, spansOf } from './period'
import { createTotals, type Totals } from './totals'

/** What a review counted in the logs. */
export type ReviewCounts = {
  period: Period
  entries: readonly Entry[]
  /** False if there were too many different errors to keep all of them; the totals still include all. */
  isWhole: boolean
  addresses: readonly MissingAddress[]
  /** Requests for unknown addresses, in the period and in the one before. */
  unknown: { count: number; before: number }
  /** Without ignored errors. */
  totals: Totals
}

/** Counts errors up to the period's end. `ignored` has the fingerprints that the totals leave out. */
export function createCounter(period: Period, ignored: Readonly<Record<string, unknown>>) {
  const spans = spansOf(period)
  const entries = createEntries(period, spans)
  const addresses = createAddresses(period)
  const totals = createTotals(period, spans)

  function add(record: ErrorRecord, object: JsonObject): void {
    if (record.lastAt >= period.until) return
    const { fingerprint } = isUnknownAddress(record) ? addresses.add(record) : entries.add(record, object)
    if (!Object.hasOwn(ignored, fingerprint)) totals.add(record)
  }

  function counts(): ReviewCounts {
    return {
      ...{ period, ...entries.list(), totals: totals.totals },
      ...{ addresses: addresses.list(), unknown: addresses.all },
    }
  }

  return { add, counts }
}
