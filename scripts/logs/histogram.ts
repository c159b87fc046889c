/** How many errors when, in spans of time that follow each other without a gap. */
import ms from 'ms'
import { describeCount, describeMoment } from './printable'
import type { ErrorRecord } from './record'

/** Times are milliseconds since 1970. */
export type Histogram = { everyMs: number; bars: { from: number; count: number }[] }

/** As many fit on a screen. */
const mostBars = 40

/** As many are made for spans of a chosen length. */
export const mostChosenBars = 1_000

/** Counts errors over time, in spans of a given length, else of the shortest that makes at most forty. */
export function openHistogram(chosenMs: number | null) {
  let everyMs = chosenMs ?? ms('1s')
  let counts = new Map<number, number>()
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]

  function add(record: ErrorRecord): void {
    for (const { at, count } of spread(record)) addAt(at, count)
    if (chosenMs !== null && isLongerThan(mostChosenBars)) counts.clear()
    while (chosenMs === null && isLongerThan(mostBars)) widen()
  }

  function addAt(at: number, count: number): void {
    const from = Math.floor(at / everyMs) * everyMs
    first = Math.min(first, from)
    last = Math.max(last, from)
    counts.set(from, (counts.get(from) ?? 0) + count)
  }

  function isLongerThan(bars: number): boolean {
    return (last - first) / everyMs + 1 > bars
  }

  function widen(): void {
    const finer = counts
    everyMs = steps.find((step) => step > everyMs) ?? everyMs * 2
    counts = new Map()
    first = Number.POSITIVE_INFINITY
    last = Number.NEGATIVE_INFINITY
    for (const [from, count] of finer) addAt(from, count)
  }

  /** Null if spans of the chosen length would be too many. */
  function list(): Histogram | null {
    if (isLongerThan(mostChosenBars)) return null
    const bars: Histogram['bars'] = []
    for (let from = first; from <= last; from += everyMs) bars.push({ from, count: counts.get(from) ?? 0 })
    return { everyMs, bars }
  }

  return { add, list }
}

/** A line for each span: when it begins in UTC, how many errors, and a bar as long as they are many. */
export function describeBars({ everyMs, bars }: Histogram): string[] {
  const most = Math.max(...bars.map(({ count }) => count))
  const width = describeCount(most).length
  return bars.map(({ from, count }) => {
    const seconds = everyMs % ms('1m') === 0 ? '' : new Date(from).toISOString().slice(16, 19)
    const bar = '#'.repeat(count > 0 ? Math.max(1, Math.round((count / most) * longestBar)) : 0)
    return `${describeMoment(from)}${seconds}  ${describeCount(count).padStart(width)}  ${bar}`.trimEnd()
  })
}

const longestBar = 60

/** Each is a multiple of the one before, so that counts can be added up. After the last they double. */
const steps = (
  ['5s', '10s', '30s', '1m', '5m', '10m', '30m', '1h', '3h', '6h', '12h', '1d', '7d'] as const
).map((step) => ms(step))

/** The errors of a line that stands for many, evenly over its time: nothing more is known. */
function spread({ count, firstAt, lastAt }: ErrorRecord): { at: number; count: number }[] {
  const parts = lastAt > firstAt ? Math.min(count, 60) : 1
  return Array.from({ length: parts }, (_, part) => ({
    at: firstAt + ((lastAt - firstAt) * (part + 0.5)) / parts,
    count: Math.floor((count * (part + 1)) / parts) - Math.floor((count * part) / parts),
  }))
}
