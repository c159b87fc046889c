/** Sorts what a review counted: new, growing, known, gone or ignored. */
import type { MissingAddress } from './addresses'
import type { Counted } from './counted'
import type { ReviewCounts } from './counter'
import { byFailure, type Entry } from './entries'
import { type Period, periodBefore } from './period'
import type { ReviewState } from './state'

/** What is ignored, why, since when (ISO 8601), and how often it was seen in the period. */
export type Ignored = { fingerprint: string; what: string; reason: string; since: string; count: number }

/** The result of a review. Lists begin with what matters most. */
export type Review = Pick<ReviewCounts, 'period' | 'totals' | 'isWhole'> & {
  /** Null if the logs don't reach back to it: then nothing can be called growing or gone. */
  before: Period | null
  /** When Foyer's first line in the logs was written, in milliseconds since 1970; null without one. */
  beginsAt: number | null
  /** Whether there is nothing to compare with: no earlier review, and the logs begin later. */
  isFirst: boolean
  fresh: Entry[]
  growing: Entry[]
  known: Entry[]
  gone: Entry[]
  /** Unknown addresses that pages of this site link to, and those that others do. */
  ownLinks: MissingAddress[]
  otherLinks: MissingAddress[]
  /** Requests for unknown addresses without a link, and the most frequent of these addresses. */
  unlinked: { count: number; before: number; top: MissingAddress[] }
  ignored: Ignored[]
}

/** Compares the counts with what earlier reviews saw. */
export function classify(counts: ReviewCounts, beginsAt: number | null, state: ReviewState): Review {
  const { period, totals, isWhole } = counts
  const before = reachesBack(beginsAt, period) ? periodBefore(period) : null
  const entries = counts.entries
    .filter((entry) => !isIgnored(entry, state))
    .map((entry) => ({ ...entry, firstAt: firstSeen(entry, state) }))
    .sort((a, b) => byFailure(a, b) || byPeople(a, b) || b.before - a.before)
  const [current, absent] = partition(entries, ({ count }) => count > 0)
  const [fresh, old] = partition(current, ({ firstAt }) => firstAt >= period.since)
  const [growing, known] = partition(old, (entry) => before !== null && isGrowing(entry))
  return {
    ...{ period, before, beginsAt, totals, fresh, growing, isWhole },
    isFirst: state.reviewedUntil === null && (beginsAt === null || beginsAt >= period.since),
    known,
    gone: before ? absent.filter((entry) => entry.before > 0) : [],
    ...classifyAddresses(counts, state),
    ignored: ignoredOf(counts, state),
  }
}

/** The errors that can make a review fail. */
export const alarms = ['new-5xx'] as const
export type Alarm = (typeof alarms)[number]

/** Whether one of these errors happened. */
export function hasAlarm({ fresh }: Review, failOn: readonly Alarm[]): boolean {
  // Thrown outside of requests, it may affect them all.
  const isAlarming = ({ status, place }: Entry) => (status === null ? place === 'process' : status >= 500)
  return failOn.includes('new-5xx') && fresh.some(isAlarming)
}

function classifyAddresses({ addresses, unknown }: ReviewCounts, state: ReviewState) {
  const isLinked = ({ ownPages, otherSites }: MissingAddress) => ownPages.size + otherSites.size > 0
  const [ignored, shown] = partition(addresses, (address) => isIgnored(address, state))
  const [links, unlinked] = partition(shown, isLinked)
  const [ownLinks, otherLinks] = partition(links.sort(byPeople), ({ ownPages }) => ownPages.size > 0)
  const rest = [...ignored, ...links].reduce(
    (left, { count, before }) => ({ count: left.count - count, before: left.before - before }),
    unknown,
  )
  // Folded requests, as those of a scan, have no path of their own.
  const top = unlinked
    .filter(({ count, path }) => count >= minTopCount && path.startsWith('/'))
    .sort((a, b) => b.count - a.count)
  return { ownLinks, otherLinks, unlinked: { ...rest, top: top.slice(0, maxUnlinked) } }
}

const maxUnlinked = 5
const minTopCount = 10

function ignoredOf({ entries, addresses }: ReviewCounts, { ignored }: ReviewState): Ignored[] {
  const counts = new Map([...entries, ...addresses].map(({ fingerprint, count }) => [fingerprint, count]))
  return Object.entries(ignored).map(([fingerprint, { reason, since, what }]) => ({
    ...{ fingerprint, what, reason, since },
    count: counts.get(fingerprint) ?? 0,
  }))
}

function isIgnored({ fingerprint }: Counted, { ignored }: ReviewState): boolean {
  return Object.hasOwn(ignored, fingerprint)
}

/** When an earlier review or this one saw it first. */
function firstSeen({ fingerprint, firstAt }: Entry, { known }: ReviewState): number {
  const first = known[fingerprint]?.first
  return first === undefined ? firstAt : Math.min(firstAt, Date.parse(first))
}

/** At least twice as many, and at least ten more: one that becomes two is no trend. */
function isGrowing({ count, before }: Entry): boolean {
  return count >= before * 2 && count - before >= 10
}

/** A log begins with its first line, which on a quiet site may be hours after the last one of the log before. */
function reachesBack(beginsAt: number | null, period: Period): boolean {
  const { since, until } = periodBefore(period)
  return beginsAt !== null && beginsAt <= since + (until - since) / 10
}

/** Those that affect most people first. */
function byPeople(a: Counted, b: Counted): number {
  return b.people - a.people || b.count - a.count
}

function partition<T>(values: readonly T[], matches: (value: T) => boolean): [matching: T[], rest: T[]] {
  return [values.filter(matches), values.filter((value) => !matches(value))]
}
