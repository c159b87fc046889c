/** A review for programs. */
import type { MissingAddress } from './addresses'
import type { Review } from './classify'
import type { Entry } from './entries'
import type { Trend } from './totals'

/** The review with ISO 8601 dates and plain objects. */
export function reviewJson({ period, before, beginsAt: _, totals, unlinked, ...review }: Review) {
  return {
    since: toDate(period.since),
    until: toDate(period.until),
    comparedSince: before && toDate(before.since),
    ...{ failures: trendJson(totals.failures), missing: trendJson(totals.missing) },
    ...review,
    ...{ fresh: review.fresh.map(entryJson), growing: review.growing.map(entryJson) },
    ...{ known: review.known.map(entryJson), gone: review.gone.map(entryJson) },
    ...{ ownLinks: review.ownLinks.map(addressJson), otherLinks: review.otherLinks.map(addressJson) },
    unlinked: { ...unlinked, top: unlinked.top.map(addressJson) },
  }
}

function entryJson({ firstAt, lastAt, spans: _, ...entry }: Entry) {
  return { ...entry, first: toDate(firstAt), last: toDate(lastAt) }
}

function addressJson({ firstAt, lastAt, ownPages, otherSites, ...address }: MissingAddress) {
  const links = { ownPages: Object.fromEntries(ownPages), otherSites: Object.fromEntries(otherSites) }
  return { ...address, ...links, first: toDate(firstAt), last: toDate(lastAt) }
}

function trendJson({ now, before, spans }: Trend) {
  return { now, before, spans: spans.map(({ from, ...span }) => ({ from: toDate(from), ...span })) }
}

function toDate(moment: number): Date {
  return new Date(moment)
}
