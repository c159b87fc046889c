/** `npm run logs -- --review`: what is new, growing and gone since the last review. */
import ms from 'ms'
import type { ErrorRecord, JsonObject } from '../../../lib/log/error-line'
import { startProblem } from '../../start/terminal'
import type { Report } from '../report'
import { createAddresses } from './addresses'
import { type Alarm, hasAlarm } from './alarms'
import { classify } from './classify'
import { createEntries } from './entries'
import { isUnknownAddress } from './fingerprint'
import { reviewJson } from './json'
import { renderPage } from './page'
import { type Period, spansOf } from './period'
import { nextState } from './remember'
import { noState, type ReviewState, readState, writeState } from './state'
import { describeReview } from './text'
import { describeTime } from './times'
import { createTotals } from './totals'
import { writeFileAtomic } from './write'

/** What a review is to be about, and what becomes of it. Times are milliseconds since 1970. */
export type ReviewQuery = {
  now: number
  since: number | null
  until: number | null
  stateFile: string | null
  htmlFile: string | null
  failOn: readonly Alarm[]
}

/** Collects errors for a review. Throws words for people if the state can't be read. */
export async function createReviewCollector(question: ReviewQuery) {
  const { stateFile } = question
  const state = (stateFile === null ? null : await readState(stateFile)) ?? noState
  const period = periodOf(question, state)
  const spans = spansOf(period)
  const entries = createEntries(period, spans)
  const addresses = createAddresses(period)
  const { totals, ...counter } = createTotals(period, spans)

  function add(record: ErrorRecord, object: JsonObject): void {
    if (record.lastAt >= period.until) return
    const { fingerprint } = isUnknownAddress(record) ? addresses.add(record) : entries.add(record, object)
    if (!Object.hasOwn(state.ignored, fingerprint)) counter.add(record)
  }

  function finish(report: Report) {
    const beginsAt = report.begins?.getTime() ?? null
    const unknown = addresses.all
    const counted = { period, beginsAt, ...entries.list(), addresses: addresses.list(), unknown, totals }
    const review = classify(counted, state)
    return {
      text: describeReview(review),
      json: { review: reviewJson(review) },
      isFound: true,
      isAlarm: hasAlarm(review, question.failOn),
      /** Writes the page, and the state unless a log couldn't be read to its end: the next review then begins where this one did. */
      async save() {
        if (question.htmlFile !== null)
          await writeFileAtomic(question.htmlFile, renderPage(review, report, question.now))
        if (stateFile !== null && report.problems.length === 0)
          await writeState(stateFile, nextState(state, review, counted))
      },
    }
  }

  return { add, finish }
}

/** By default from the last review until now, or the last seven days. */
function periodOf({ now, since, until, stateFile }: ReviewQuery, { reviewedUntil }: ReviewState): Period {
  const end = until ?? now
  const start = since ?? (reviewedUntil === null ? end - ms('7d') : Date.parse(reviewedUntil))
  if (start < end) return { since: start, until: end }
  const last = since === null ? `, as ${stateFile} says that all until then was reviewed` : ''
  throw startProblem(
    `There is nothing to review from ${describeTime(start)} to ${describeTime(end)}${last}. Use --since.`,
  )
}
