/** Answers as JSON, for programs. A field keeps its meaning as long as `version` stays. Times are ISO 8601. */
import type { Finds } from './finds'
import type { Group, Others } from './groups'
import type { Histogram } from './histogram'
import type { Overview } from './overview'
import type { LineCounts, LinePlace } from './scan'

const version = 2

/** What the reading brought besides errors: lines of each kind, and what kept it from reading all. */
export type ReadingFacts = {
  lines: Readonly<LineCounts>
  notUnderstood: NotUnderstood
  problems: readonly string[]
}

/** How many lines of how many were not understood, and where the first of them is. */
export type NotUnderstood = { count: number; of: number; first: LinePlace | null }

/** The overview with all its groups, whatever the table shows of them. */
export function overviewDocument(overview: Overview, facts: ReadingFacts) {
  const { question, count, groups, others, histogram } = overview
  const { since, until, ...filter } = question.filter
  return {
    version,
    ...facts,
    filter: { ...filter, since: momentOrNull(since), until: momentOrNull(until) },
    count,
    groups: groups.map(withMoments),
    others: others.map(withMoments),
    ...(question.histogram ? { histogram: histogram && histogramDocument(histogram) } : {}),
  }
}

/** The lines of one reference as they stand in the log. */
export function findsDocument(finds: Finds, facts: ReadingFacts) {
  return { version, ...facts, ...finds }
}

function withMoments<T extends Group | Others>({ firstAt, lastAt, ...rest }: T) {
  return { first: moment(firstAt), last: moment(lastAt), ...rest }
}

function histogramDocument({ everyMs, bars }: Histogram) {
  return {
    everySeconds: everyMs / 1_000,
    bars: bars.map(({ from, count }) => ({ from: moment(from), count })),
  }
}

function moment(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

function momentOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : moment(milliseconds)
}
