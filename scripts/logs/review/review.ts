/** `npm run logs -- --review`: what is new, growing and gone since the last review. */
import ms from 'ms'
import { startProblem } from '../../start/terminal'
import type { Report } from '../report'
import { type Alarm, classify, hasAlarm, type Review } from './classify'
import { createCounter, type ReviewCounts } from './counter'
import { reviewJson } from './json'
import { renderPage } from './page'
import type { Period } from './period'
import { noState, type ReviewState, readState, writeState } from './state'
import { describeReview } from './text'
import { describeTime } from './times'
import { describeBriefly } from './words'
import { writeFileAtomic } from './write'

/** The period to review, and the files to read and write. Times are milliseconds since 1970. */
export type ReviewQuery = {
  now: number
  since: number | null
  until: number | null
  stateFile: string | null
  htmlFile: string | null
  failOn: readonly Alarm[]
}

/** Collects errors for a review. Throws a start problem if the state can't be read. */
export async function createReviewCollector(query: ReviewQuery) {
  const { stateFile, htmlFile, now, failOn } = query
  const state = (stateFile === null ? null : await readState(stateFile)) ?? noState
  const counter = createCounter(periodOf(query, state), state.ignored)

  function finish(report: Report) {
    const counts = counter.counts()
    const review = classify(counts, report.begins?.getTime() ?? null, state)
    return {
      text: describeReview(review),
      json: { review: reviewJson(review) },
      exitCode: hasAlarm(review, failOn) ? 4 : undefined,
      /**
       * Writes the page, and the state unless a log couldn't be read to its end: the next review then begins where
       * this one did.
       */
      async save() {
        if (htmlFile !== null) await writeFileAtomic(htmlFile, renderPage(review, report, now))
        if (stateFile !== null && report.problems.length === 0)
          await writeState(stateFile, nextState(state, review, counts))
      },
    }
  }

  return { add: counter.add, finish }
}

/** By default from the last review until now, or the last seven days. */
function periodOf({ now, since, until, stateFile }: ReviewQuery, { reviewedUntil }: ReviewState): Period {
  const end = until ?? now
  const start = since ?? (reviewedUntil === null ? end - ms('7d') : Date.parse(reviewedUntil))
  if (start < end) return { since: start, until: end }
  const last = since === null ? `, as ${stateFile} says that everything before was reviewed` : ''
  throw startProblem(
    `There is nothing to review from ${describeTime(start)} to ${describeTime(end)}${last}. Use --since.`,
  )
}

/** What the next review should know. */
function nextState(state: ReviewState, review: Review, { period, entries }: ReviewCounts): ReviewState {
  const links = [review.ownLinks, review.otherLinks].flatMap((addresses) => addresses.slice(0, maxLinks))
  const known = { ...state.known }
  for (const seen of [...entries, ...links]) {
    const { first, last } = known[seen.fingerprint] ?? {}
    known[seen.fingerprint] = {
      first: toIso(Math.min(seen.firstAt, first ? Date.parse(first) : seen.firstAt)),
      last: toIso(Math.max(seen.lastAt, last ? Date.parse(last) : seen.lastAt)),
      what: describeBriefly(seen),
    }
  }
  const { reviewedUntil } = state
  return {
    ...state,
    reviewedUntil: toIso(Math.max(period.until, Date.parse(reviewedUntil ?? '') || 0)),
    known,
  }
}

const maxLinks = 20

function toIso(moment: number): string {
  return new Date(moment).toISOString()
}
