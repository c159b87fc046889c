/** How many errors affected people and bots, over time. */
import type { ErrorRecord } from '../../../lib/log/error-line'
import { isFailure } from './entries'
import { isWithin, type Period, periodBefore, type Spans, spanIndex } from './period'

/** `site` is outside of requests. */
export type ErrorCounts = { people: number; bots: number; site: number }

/** A span of the period: its errors, and how many the same span of the period before had. */
export type Span = ErrorCounts & { from: number; before: number }

/** Failures or missing pages: in the period, in the one before, and span by span. */
export type Trend = { now: ErrorCounts; before: ErrorCounts; spans: Span[] }

export type Totals = { failures: Trend; missing: Trend }

/** Counts errors of the period and the one before. */
export function createTotals(period: Period, spans: Spans) {
  const totals: Totals = { failures: newTrend(period, spans), missing: newTrend(period, spans) }
  const before = periodBefore(period)

  function add(record: ErrorRecord): void {
    const trend = isFailure(record) ? totals.failures : totals.missing
    const who = record.bot !== null ? 'bots' : record.place === 'process' ? 'site' : 'people'
    if (isWithin(period, record.lastAt)) {
      trend.now[who] += record.count
      const span = trend.spans[spanIndex(record.lastAt, period, spans)]
      if (span) span[who] += record.count
    } else if (isWithin(before, record.lastAt)) {
      trend.before[who] += record.count
      const span = trend.spans[spanIndex(record.lastAt, before, spans)]
      if (span) span.before += record.count
    }
  }

  return { add, totals }
}

export function sumOf({ people, bots, site }: ErrorCounts): number {
  return people + bots + site
}

function newTrend({ since }: Period, { everyMs, count }: Spans): Trend {
  const newSpan = (_: unknown, index: number) => ({ from: since + index * everyMs, before: 0, ...noErrors })
  return { now: { ...noErrors }, before: { ...noErrors }, spans: Array.from({ length: count }, newSpan) }
}

const noErrors: ErrorCounts = { people: 0, bots: 0, site: 0 }
