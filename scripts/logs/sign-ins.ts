/** `--ways`: how sign-ins went, by method, cause and browser. */
import * as v from 'valibot'
import type { JsonObject } from '../../lib/log/error-line'
import { printable } from '../../lib/log/record'
import type { Query } from './arguments'
import { describeCount, describeMoment, shorten, toDate } from './printable'
import { isWhole, type Report } from './report'

type Outcomes = { begun: number; finished: number; abandoned: number }
type Cause = { method: string; cause: string; count: number }

/** Counts the lines about sign-ins, one that sums up others with its count. Within the limits of `filter.since` and `until`. */
export function createSignInCollector({ filter: { since, until }, limit }: Query) {
  const methods = new Map<string, Outcomes>()
  const browsers = new Map<string, Outcomes>()
  const causes = new Map<string, Cause>()
  const total = noSums()
  const seen = { firstAt: Number.POSITIVE_INFINITY, lastAt: Number.NEGATIVE_INFINITY }

  function take(object: JsonObject): boolean {
    if (!isAttempt.test(String(object.event))) return true
    const reading = v.safeParse(line, object)
    if (!reading.success) return false
    const { event, time, firstAt = time, lastAt = time, count, method, browser, cause } = reading.output
    if ((since !== null && lastAt < since) || (until !== null && firstAt >= until)) return true
    const outcome = event.split('.')[1] as keyof Outcomes
    for (const sums of [total, entry(methods, method, noSums), entry(browsers, browser, noSums)])
      sums[outcome] += count
    if (outcome === 'abandoned')
      entry(causes, `${method}\0${cause}`, () => ({ method, cause, count: 0 })).count += count
    seen.firstAt = Math.min(seen.firstAt, firstAt)
    seen.lastAt = Math.max(seen.lastAt, lastAt)
    return true
  }

  function finish(report: Report) {
    const byMethod = sorted(methods)
    const byBrowser = sorted(browsers)
    const byCause = [...causes.values()].sort((a, b) => b.count - a.count)
    const isEmpty = methods.size === 0
    const nothing = `No sign-ins${isWhole(report) ? '' : ' in what was understood'}.`
    const text = () => [
      ...describeOutcomes('method', byMethod, limit),
      ...describeCauses(byCause, limit),
      ...describeOutcomes('browser', byBrowser, limit),
      describeTotal(total),
      `From ${describeMoment(seen.firstAt)} to ${describeMoment(seen.lastAt)} (UTC). Open: begun, and not heard of again.`,
    ]
    return {
      text: isEmpty ? nothing : text().join('\n'),
      json: {
        filter: { since: toDate(since), until: toDate(until) },
        first: isEmpty ? null : toDate(seen.firstAt),
        last: isEmpty ? null : toDate(seen.lastAt),
        ...withOpen(total),
        methods: byMethod.map(([name, sums]) => ({ method: name, ...withOpen(sums) })),
        causes: byCause,
        browsers: byBrowser.map(([name, sums]) => ({ browser: name, ...withOpen(sums) })),
      },
      isFound: true,
    }
  }

  return { add: () => undefined, extraEvents: { text: '"event":"sign-in.', add: take }, finish }
}

const isAttempt = /^sign-in\.(begun|finished|abandoned)(\.repeated)?$/
const moment = v.pipe(v.string(), v.transform(Date.parse), v.number())
/** Lines that sum up what couldn't be told apart say no more than the outcome. */
const word = v.fallback(v.pipe(v.string(), v.minLength(1), v.maxLength(100)), '(various)')
const line = v.object({
  event: v.string(),
  time: moment,
  firstAt: v.optional(moment),
  lastAt: v.optional(moment),
  count: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1)), 1),
  method: word,
  browser: word,
  cause: word,
})

const noSums = (): Outcomes => ({ begun: 0, finished: 0, abandoned: 0 })

function entry<T>(entries: Map<string, T>, key: string, make: () => T): T {
  const known = entries.get(key)
  if (known) return known
  const made = make()
  entries.set(key, made)
  return made
}

function sorted(entries: Map<string, Outcomes>): [string, Outcomes][] {
  return [...entries].sort(([, a], [, b]) => b.begun - a.begun || b.finished - a.finished)
}

/** `open`: begun, and never heard of again. What ended may have begun before the log did. */
function withOpen(sums: Outcomes): Outcomes & { open: number } {
  return { ...sums, open: Math.max(0, sums.begun - sums.finished - sums.abandoned) }
}

function describeOutcomes(
  head: string,
  entries: readonly (readonly [string, Outcomes])[],
  limit: number,
): string[] {
  const rows = entries.slice(0, limit).map(([name, sums]) => {
    const { begun, finished, abandoned, open } = withOpen(sums)
    const share = begun > 0 ? `${Math.round((finished / begun) * 100)}%` : '-'
    const numbers = [begun, finished, share, abandoned, open]
    return [shorten(printable(name), 30), ...numbers.map((cell) => describeCell(cell))]
  })
  const heads = [head, 'begun', 'finished', '', 'abandoned', 'open']
  return describeRows([heads, ...rows], { words: [0], left: entries.length - rows.length })
}

function describeCauses(causes: readonly Cause[], limit: number): string[] {
  if (causes.length === 0) return []
  const rows = causes
    .slice(0, limit)
    .map(({ count, method, cause }) => [describeCount(count), printable(method), printable(cause)])
  const heads = ['count', 'method', 'abandoned because of']
  return describeRows([heads, ...rows], { words: [1, 2], left: causes.length - rows.length })
}

function describeCell(cell: number | string): string {
  return typeof cell === 'number' ? describeCount(cell) : cell
}

type Columns = {
  /** Those of words, which stand to the left; numbers stand to the right. */
  words: readonly number[]
  /** How many rows `--limit` leaves out. */
  left: number
}

function describeRows(rows: readonly (readonly string[])[], { words, left }: Columns): string[] {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const align = (cell: string, column: number) =>
    words.includes(column) ? cell.padEnd(widthOf(column)) : cell.padStart(widthOf(column))
  const lines = rows.map((row) => row.map(align).join('  ').trimEnd())
  return [...lines, ...(left > 0 ? [`Left out by --limit: ${describeCount(left, 'line')}.`] : []), '']
}

function describeTotal(total: Outcomes): string {
  const { begun, finished, abandoned, open } = withOpen(total)
  return `${describeCount(begun, 'sign-in')} begun, ${describeCount(finished)} finished, ${describeCount(abandoned)} abandoned, ${describeCount(open)} open.`
}
