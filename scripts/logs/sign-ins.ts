/** `--ways`: how sign-ins went, by method, cause and browser. */
import * as v from 'valibot'
import type { JsonObject } from '../../lib/log/error-line'
import { printable } from '../../lib/log/record'
import type { Query } from './arguments'
import { getOrCreate } from './maps'
import { alignColumns, describeCount, describeMoment, shorten, toDate } from './printable'
import { describeScope, type Report } from './report'
import { extend } from './tallies'

type Outcomes = { begun: number; finished: number; abandoned: number }
type Cause = { method: string; cause: string; count: number }

/** Counts sign-ins from `filter.since` until `filter.until`. A line that sums up several counts as that many. */
export function createSignInCollector({ filter: { since, until }, limit }: Query) {
  const methods = new Map<string, Outcomes>()
  const browsers = new Map<string, Outcomes>()
  const causes = new Map<string, Cause>()
  const total = noOutcomes()
  const seen = { count: 0, firstAt: Number.POSITIVE_INFINITY, lastAt: Number.NEGATIVE_INFINITY }

  function add(object: JsonObject): boolean {
    if (!isSignIn.test(String(object.event))) return true
    const parsed = v.safeParse(line, object)
    if (!parsed.success) return false
    const { event, time, firstAt = time, lastAt = time, count, method, browser, cause } = parsed.output
    if ((since !== null && lastAt < since) || (until !== null && firstAt >= until)) return true
    const outcome = event.split('.')[1] as keyof Outcomes
    const ofMethod = getOrCreate(methods, method, noOutcomes)
    const ofBrowser = getOrCreate(browsers, browser, noOutcomes)
    for (const outcomes of [total, ofMethod, ofBrowser]) outcomes[outcome] += count
    if (outcome === 'abandoned')
      getOrCreate(causes, `${method}\0${cause}`, () => ({ method, cause, count: 0 })).count += count
    extend(seen, { count, firstAt, lastAt })
    return true
  }

  function finish(report: Report) {
    const byMethod = sorted(methods)
    const byBrowser = sorted(browsers)
    const byCause = [...causes.values()].sort((a, b) => b.count - a.count)
    const isEmpty = seen.count === 0
    const nothing = `No sign-ins${describeScope(report)}.`
    const text = () => [
      ...describeOutcomes('method', byMethod, limit),
      ...describeCauses(byCause, limit),
      ...describeOutcomes('browser', byBrowser, limit),
      describeTotal(withOpen(total)),
      `From ${describeMoment(seen.firstAt)} to ${describeMoment(seen.lastAt)} (UTC). Open: begun, and not heard of again.`,
    ]
    return {
      text: isEmpty ? nothing : text().join('\n'),
      json: {
        filter: { since: toDate(since), until: toDate(until) },
        first: isEmpty ? null : toDate(seen.firstAt),
        last: isEmpty ? null : toDate(seen.lastAt),
        ...withOpen(total),
        methods: byMethod.map(([method, outcomes]) => ({ method, ...withOpen(outcomes) })),
        causes: byCause,
        browsers: byBrowser.map(([browser, outcomes]) => ({ browser, ...withOpen(outcomes) })),
      },
    }
  }

  return { add: () => undefined, extraEvents: { text: '"event":"sign-in.', add }, finish }
}

const isSignIn = /^sign-in\.(begun|finished|abandoned)(\.repeated)?$/
const moment = v.pipe(v.string(), v.transform(Date.parse), v.number())
/** Lines that sum up different sign-ins only have the outcome. */
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

const noOutcomes = (): Outcomes => ({ begun: 0, finished: 0, abandoned: 0 })

function sorted(entries: Map<string, Outcomes>): [string, Outcomes][] {
  return [...entries].sort(([, a], [, b]) => b.begun - a.begun || b.finished - a.finished)
}

/** With `open`: begun, and not heard of again. A sign-in that ended may have begun before the log did. */
function withOpen(outcomes: Outcomes): Outcomes & { open: number } {
  const { begun, finished, abandoned } = outcomes
  return { ...outcomes, open: Math.max(0, begun - finished - abandoned) }
}

function describeOutcomes(head: string, entries: readonly [string, Outcomes][], limit: number): string[] {
  const rows = entries.map(([name, outcomes]) => {
    const { begun, finished, abandoned, open } = withOpen(outcomes)
    const share = begun > 0 ? `${Math.round((finished / begun) * 100)}%` : '-'
    const cells = [describeCount(begun), describeCount(finished), share, describeCount(abandoned)]
    return [shorten(printable(name), 30), ...cells, describeCount(open)]
  })
  const header = [head, 'begun', 'finished', '', 'abandoned', 'open']
  return describeRows([header, ...rows], limit, [1, 2, 3, 4, 5])
}

function describeCauses(causes: readonly Cause[], limit: number): string[] {
  if (causes.length === 0) return []
  const rows = causes.map(({ count, method, cause }) => [
    describeCount(count),
    ...[method, cause].map(printable),
  ])
  return describeRows([['count', 'method', 'abandoned because of'], ...rows], limit, [0])
}

/** The header, at most `limit` rows, and how many were left out. */
function describeRows(rows: readonly string[][], limit: number, numeric: readonly number[]): string[] {
  const left = rows.length - 1 - limit
  const leftOut = left > 0 ? [`Left out by --limit: ${describeCount(left, 'line')}.`] : []
  return [...alignColumns(rows.slice(0, limit + 1), numeric), ...leftOut, '']
}

function describeTotal({ begun, finished, abandoned, open }: ReturnType<typeof withOpen>): string {
  return `${describeCount(begun, 'sign-in')} begun, ${describeCount(finished)} finished, ${describeCount(abandoned)} abandoned, ${describeCount(open)} open.`
}
