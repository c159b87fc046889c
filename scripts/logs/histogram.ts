/** Errors over time. */
import ms from 'ms'
import type { ErrorRecord } from '../../lib/log/error-line'
import { describeCount, describeMoment } from './printable'

/** A span's start, in milliseconds since 1970, and its errors. */
export type Bar = { from: number; count: number }

/** More would be unreadable. */
const maxBars = 1_000

/** Counts errors in consecutive spans of this length. */
export function createHistogram(everyMs: number) {
  const counts = new Map<number, number>()
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]

  /** A folded line counts at its start: it covers ten seconds at most. */
  function add({ firstAt, count }: ErrorRecord): void {
    const from = Math.floor(firstAt / everyMs) * everyMs
    first = Math.min(first, from)
    last = Math.max(last, from)
    counts.set(from, (counts.get(from) ?? 0) + count)
    if (isTooLong()) counts.clear()
  }

  function isTooLong(): boolean {
    return (last - first) / everyMs >= maxBars
  }

  /** One bar per span, empty ones included. Null if there are too many. */
  function list(): Bar[] | null {
    if (isTooLong()) return null
    const bars: Bar[] = []
    for (let from = first; from <= last; from += everyMs) bars.push({ from, count: counts.get(from) ?? 0 })
    return bars
  }

  return { add, list }
}

/** A line per span: its start in UTC, its errors, and a bar to scale. */
export function describeBars(bars: Bar[] | null, everyMs: number): string[] {
  if (!bars)
    return [`There are more than ${describeCount(maxBars)} spans of this length. Choose a longer one.`]
  const max = Math.max(...bars.map(({ count }) => count))
  const width = describeCount(max).length
  return bars.map(({ from, count }) => {
    const seconds = everyMs % ms('1m') === 0 ? '' : new Date(from).toISOString().slice(16, 19)
    const bar = '#'.repeat(count > 0 ? Math.max(1, Math.round((count / max) * maxBarLength)) : 0)
    return `${describeMoment(from)}${seconds}  ${describeCount(count).padStart(width)}  ${bar}`.trimEnd()
  })
}

const maxBarLength = 60
