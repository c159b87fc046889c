/** What a log says in its first lines: what people met, what bots met, what is new, and what happened to the site. */
import type { ErrorRecord, JsonObject } from '../../lib/log/error-line'
import { printable } from '../../lib/log/record'
import { type Group, isUnknownAddress, type Kind, kindOf, kinds } from './groups'
import { describeCount, describeMoment, describeThrown, shorten } from './printable'
import { createTimeline, type Timeline, type TimelineEntry } from './timeline'

export type Summary = Timeline & { counts: Readonly<Record<Kind, number>> }

/** Counts what a period has of each kind, and collects its course. */
export function createSummary(since: number | null, until: number | null) {
  const counts = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0])) as Record<Kind, number>
  const timeline = createTimeline(since, until)

  function add(record: ErrorRecord, object: JsonObject): void {
    timeline.add(record, object)
    if ((since !== null && record.lastAt < since) || (until !== null && record.firstAt >= until)) return
    const kind = kindOf(record)
    if (kind) counts[kind] += record.count
  }

  return { add, finish: (): Summary => ({ ...timeline.finish(), counts }) }
}

/** Whether nothing went wrong, nothing was restarted and nobody was warned. A missing page is no fault of the site's. */
export function isQuiet({ timeline, counts }: Summary): boolean {
  const { missing, missingByBots, ...faults } = counts
  return timeline.length === 0 && Object.values(faults).every((count) => count === 0)
}

export const allQuiet = 'All quiet: no failure, no warning, no start, stop or outage.'

/**
 * Three lines, a fourth for what nobody met directly, and the course of the site, the latest last. With a `scope`, the log wasn't
 * understood as a whole, so there is no all-clear.
 */
export function describeSummary(summary: Summary, groups: readonly Group[], scope: string): string[] {
  const { timeline, forgotten, counts } = summary
  const visitors = timeline.reduce((sum, entry) => sum + entry.visitors, 0)
  const people = listCounts(
    [counts.people, 'failure'],
    [visitors, 'visitor', ' sent to wait'],
    [counts.missing, 'missing page'],
  )
  const bots = listCounts([counts.bots, 'failure'], [counts.missingByBots, 'missing page'])
  const besides = listCounts(
    [counts.outside, 'failure', ' outside of requests'],
    [counts.warnings, 'warning'],
  )
  const earlier = forgotten + Math.max(0, timeline.length - maxTimelineEntries)
  return [
    `People met: ${people ?? `nothing${scope}`}.`,
    `Bots met: ${bots ? `${bots}, without an error page` : `nothing${scope}`}.`,
    describeNew(summary, groups),
    ...(besides ? [`Besides: ${besides}.`] : []),
    ...(scope === '' && isQuiet(summary) ? [allQuiet] : []),
    ...(timeline.length > 0 ? ['', 'What happened'] : []),
    ...(earlier > 0 ? [`${' '.repeat(18)}${describeCount(earlier)} earlier ones are in --json.`] : []),
    ...timeline.slice(-maxTimelineEntries).map(describeTimelineEntry),
  ]
}

const maxTimelineEntries = 15

/** `2026-11-28 09:02  The database was away for 25 seconds`. */
export function describeTimelineEntry({ at, what, isOrderly }: TimelineEntry): string {
  return `${describeMoment(at)}  ${isOrderly ? ' ' : '!'} ${shorten(printable(what), 80)}`
}

/** `143 failures, 12 missing pages`; null if there are none. What follows the noun comes after its plural. */
function listCounts(...counted: (readonly [count: number, noun: string, rest?: string])[]): string | null {
  const words = counted
    .filter(([count]) => count > 0)
    .map(([count, noun, rest = '']) => describeCount(count, noun) + rest)
  return words.join(', ') || null
}

/** Made-up addresses are always new. */
function describeNew({ build }: Summary, groups: readonly Group[]): string {
  if (!build) return 'New: nothing to compare with, as no second build started in this time.'
  const fresh = groups.filter((group) => isNewSince(build.startedAt, group) && !isUnknownAddress(group))
  const since = `since build ${printable(build.id)} started, ${describeMoment(build.startedAt)}`
  const [first] = fresh
  if (!first) return `New: nothing ${since}.`
  const rest = fresh.length > 1 ? `, and ${fresh.length - 1} more` : ''
  return `New ${since}: ${shorten(printable(describeThrown(first) || first.event), 60)}${rest}.`
}

export function isNewSince(startedAt: number, { firstAt }: Pick<Group, 'firstAt'>): boolean {
  return firstAt >= startedAt
}
