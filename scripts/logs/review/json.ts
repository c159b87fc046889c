/** A review for programs. */
import { toDate, withDates } from '../printable'
import type { MissingAddress } from './addresses'
import type { Review } from './classify'
import type { Entry } from './entries'
import type { Trend } from './totals'

/** The review with ISO 8601 dates and plain objects. */
export function reviewJson({ period, before, beginsAt: _, totals, unlinked, ...review }: Review) {
  return {
    since: toDate(period.since),
    until: toDate(period.until),
    comparedSince: toDate(before?.since ?? null),
    ...{ failures: trendJson(totals.failures), missing: trendJson(totals.missing) },
    ...review,
    ...{ fresh: review.fresh.map(entryJson), growing: review.growing.map(entryJson) },
    ...{ known: review.known.map(entryJson), gone: review.gone.map(entryJson) },
    ...{ ownLinks: review.ownLinks.map(addressJson), otherLinks: review.otherLinks.map(addressJson) },
    unlinked: { ...unlinked, top: unlinked.top.map(addressJson) },
  }
}

function entryJson({ spans: _, ...entry }: Entry) {
  return withDates(entry)
}

function addressJson({ ownPages, otherSites, ...address }: MissingAddress) {
  const links = { ownPages: Object.fromEntries(ownPages), otherSites: Object.fromEntries(otherSites) }
  return { ...withDates(address), ...links }
}

function trendJson({ now, before, spans }: Trend) {
  return { now, before, spans: spans.map(({ from, ...span }) => ({ from: toDate(from), ...span })) }
}
