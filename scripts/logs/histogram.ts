/** How many errors when, in spans of time that are chosen so that all of them fit on a screen. */
import type { ErrorRecord } from './record'

/** Spans of one length that follow each other without a gap. Times are milliseconds since 1970. */
export type Histogram = { everyMs: number; bars: { from: number; count: number }[] }

export type Counter = {
  add(record: ErrorRecord): void
  /** Null if the chosen length of a span makes too many of them. */
  list(): Histogram | null
}

/** As many fit on a screen. */
const mostBars = 40

/** As many are made if somebody asks for spans of a certain length. */
export const mostChosenBars = 1_000

/** Counts errors over time, in spans of a given length, else of the shortest that makes at most forty. */
export function openHistogram(chosenMs: number | null): Counter {
  let everyMs = chosenMs ?? steps[0]
  let counts = new Map<number, number>()

  function add(record: ErrorRecord): void {
    for (const { at, count } of spread(record)) addAt(at, count)
    while (chosenMs === null && counts.size > mostHeld) widen()
  }

  function addAt(at: number, count: number): void {
    const from = Math.floor(at / everyMs) * everyMs
    counts.set(from, (counts.get(from) ?? 0) + count)
  }

  function widen(): void {
    const finer = counts
    everyMs = nextStep(everyMs)
    counts = new Map()
    for (const [from, count] of finer) addAt(from, count)
  }

  function list(): Histogram | null {
    while (chosenMs === null && countBars(counts, everyMs) > mostBars) widen()
    return countBars(counts, everyMs) > mostChosenBars ? null : { everyMs, bars: barsOf(counts, everyMs) }
  }

  return { add, list }
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Each is a multiple of the one before, so that counts can be put together. After the last they double. */
const steps: readonly [number, ...number[]] = [
  second,
  5 * second,
  10 * second,
  30 * second,
  minute,
  5 * minute,
  10 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  7 * day,
]

/** Spans that may be held before they are widened; a log that goes on for years has few. */
const mostHeld = 5_000

function nextStep(everyMs: number): number {
  return steps.find((step) => step > everyMs) ?? everyMs * 2
}

/** The errors of a folded line, evenly over its time: nobody knows better. */
function spread({ count, firstAt, lastAt }: ErrorRecord): { at: number; count: number }[] {
  const parts = lastAt > firstAt ? Math.min(count, 60) : 1
  return Array.from({ length: parts }, (_, part) => ({
    at: firstAt + ((lastAt - firstAt) * (part + 0.5)) / parts,
    count: Math.floor((count * (part + 1)) / parts) - Math.floor((count * part) / parts),
  }))
}

function countBars(counts: ReadonlyMap<number, number>, everyMs: number): number {
  if (counts.size === 0) return 0
  const { first, last } = borders(counts)
  return (last - first) / everyMs + 1
}

function barsOf(counts: ReadonlyMap<number, number>, everyMs: number): Histogram['bars'] {
  const length = countBars(counts, everyMs)
  const { first } = borders(counts)
  return Array.from({ length }, (_, place) => {
    const from = first + place * everyMs
    return { from, count: counts.get(from) ?? 0 }
  })
}

function borders(counts: ReadonlyMap<number, number>): { first: number; last: number } {
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (const from of counts.keys()) {
    first = Math.min(first, from)
    last = Math.max(last, from)
  }
  return { first, last }
}
