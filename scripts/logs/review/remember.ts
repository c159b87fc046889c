/** What a review leaves for the next one. */
import type { Review, ReviewCounts } from './classify'
import type { ReviewState } from './state'
import { describeBriefly } from './words'

/** What the state remembers after this review. */
export function nextState(state: ReviewState, review: Review, counted: ReviewCounts): ReviewState {
  const { until } = review.period
  const known = { ...state.known }
  for (const seen of [
    ...counted.entries,
    ...review.ownLinks.slice(0, 20),
    ...review.otherLinks.slice(0, 20),
  ]) {
    const { first, last } = known[seen.fingerprint] ?? {}
    known[seen.fingerprint] = {
      first: toDate(Math.min(seen.firstAt, first ? Date.parse(first) : seen.firstAt)),
      last: toDate(Math.max(seen.lastAt, last ? Date.parse(last) : seen.lastAt)),
      what: describeBriefly(seen),
    }
  }
  const reviewed = Math.max(until, state.reviewedUntil ? Date.parse(state.reviewedUntil) : until)
  return { ...state, reviewedUntil: toDate(reviewed), known }
}

function toDate(moment: number): string {
  return new Date(moment).toISOString()
}
