/** How many errors people and bots met, over time. */
import type { ErrorRecord } from '../../../lib/log/error-line'
import { isFailure } from './entries'
import { type Intervals, isWithin, type Period, periodBefore, spanAt } from './period'

/** Who met an error; `site` is nobody, outside of requests. */
export type Met = { people: number; bots: number; site: number }

/** A span of the period, its errors, and how many there were in the same span of the period before. */
export type Interval = Met & { from: number; before: number }

/** What failed, or what isn't there: in the period, in the one before, and span by span. */
export type Course = { now: Met; before: Met; spans: Interval[] }

export type Totals = { failures: Course; missing: Course }

/** Counts errors of the period and the one before. */
export function createTotals(period: Period, spans: Intervals) {
  const totals: Totals = { failures: newCourse(period, spans), missing: newCourse(period, spans) }
  const before = periodBefore(period)

  function add(record: ErrorRecord): void {
    const course = isFailure(record) ? totals.failures : totals.missing
    const who = record.bot !== null ? 'bots' : record.place === 'process' ? 'site' : 'people'
    if (isWithin(period, record.lastAt)) {
      course.now[who] += record.count
      const span = course.spans[spanAt(record.lastAt, period, spans)]
      if (span) span[who] += record.count
    } else if (isWithin(before, record.lastAt)) {
      course.before[who] += record.count
      const span = course.spans[spanAt(record.lastAt, before, spans)]
      if (span) span.before += record.count
    }
  }

  return { add, totals }
}

/** All of them. */
export function sumOf({ people, bots, site }: Met): number {
  return people + bots + site
}

function newCourse({ since }: Period, { everyMs, count }: Intervals): Course {
  const newSpan = (_: unknown, index: number) => ({ from: since + index * everyMs, before: 0, ...nobody })
  return { now: { ...nobody }, before: { ...nobody }, spans: Array.from({ length: count }, newSpan) }
}

const nobody: Met = { people: 0, bots: 0, site: 0 }
