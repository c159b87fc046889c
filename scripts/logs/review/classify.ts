/** Sorts what a review counted: new, growing, known, gone or ignored. */
import type { MissingAddress } from './addresses'
import { type Entry, isFailure } from './entries'
import { type Period, periodBefore } from './period'
import type { ReviewState } from './state'
import type { Totals } from './totals'

/** What is ignored, why, since when (ISO 8601), and how often it was seen in the period. */
export type Ignored = { fingerprint: string; what: string; reason: string; since: string; count: number }

/** All that a review says. Lists begin with what matters most. */
export type Review = {
  period: Period
  /** Null if the logs don't reach back to it: then nothing can be called growing or gone. */
  before: Period | null
  /** When the first line of the logs was written, in milliseconds since 1970; null without a line of ours. */
  beginsAt: number | null
  /** Without what is ignored. */
  totals: Totals
  /** Whether there is nothing that errors could be old by: no earlier review, and the logs begin later. */
  isFirst: boolean
  /** False if there were too many different errors to list all of them; the totals still are of all. */
  isWhole: boolean
  fresh: Entry[]
  growing: Entry[]
  known: Entry[]
  gone: Entry[]
  /** Unknown addresses that pages of this site link to, and those that others do. */
  ownLinks: MissingAddress[]
  otherLinks: MissingAddress[]
  /** Requests for unknown addresses without a link, and those that were asked for most. */
  unlinked: { count: number; before: number; top: MissingAddress[] }
  ignored: Ignored[]
}

/** What a review counted in the logs. */
export type ReviewCounts = {
  period: Period
  beginsAt: number | null
  entries: readonly Entry[]
  /** Whether `entries` has all of them. */
  isWhole: boolean
  addresses: readonly MissingAddress[]
  /** Requests for unknown addresses, in the period and in the one before. */
  unknown: { count: number; before: number }
  totals: Totals
}

/** The review of what was counted, by what is known from earlier ones. */
export function classify(counted: ReviewCounts, state: ReviewState): Review {
  const { period, beginsAt, totals } = counted
  const before = reachesBack(beginsAt, period) ? periodBefore(period) : null
  const entries = counted.entries
    .filter((entry) => !isIgnored(entry, state))
    .map((entry) => ({ ...entry, firstAt: firstSeen(entry, state) }))
    .sort(byWeight)
  const current = entries.filter(({ count }) => count > 0)
  const fresh = current.filter(({ firstAt }) => firstAt >= period.since)
  const old = current.filter((entry) => !fresh.includes(entry))
  const growing = before ? old.filter(isGrowing) : []
  return {
    ...{ period, before, beginsAt, totals, fresh, growing, isWhole: counted.isWhole },
    isFirst: state.reviewedUntil === null && (beginsAt === null || beginsAt >= period.since),
    known: old.filter((entry) => !growing.includes(entry)),
    gone: before ? entries.filter((entry) => entry.count === 0 && entry.before > 0) : [],
    ...classifyAddresses(counted, state),
    ignored: ignoredOf(counted, state),
  }
}

function classifyAddresses({ addresses, unknown }: ReviewCounts, state: ReviewState) {
  const linked = (address: MissingAddress) => address.ownPages.size + address.otherSites.size > 0
  const [ignored, shown] = partition(addresses, (address) => isIgnored(address, state))
  const [links, unlinked] = partition(shown, linked)
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

function isIgnored({ fingerprint }: { fingerprint: string }, { ignored }: ReviewState): boolean {
  return Object.hasOwn(ignored, fingerprint)
}

/** By an earlier review, or in what was read now. */
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

/** Failures first, then what people met most. */
function byWeight(a: Entry, b: Entry): number {
  return Number(isFailure(b)) - Number(isFailure(a)) || byPeople(a, b) || b.before - a.before
}

function byPeople(a: { people: number; count: number }, b: { people: number; count: number }): number {
  return b.people - a.people || b.count - a.count
}

function partition<T>(values: readonly T[], fits: (value: T) => boolean): [fitting: T[], rest: T[]] {
  return [values.filter(fits), values.filter((value) => !fits(value))]
}
