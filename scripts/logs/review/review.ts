/** `npm run logs -- --review`: its period, its page, and whether it fails. */
import { rm, writeFile } from 'node:fs/promises'
import ms from 'ms'
import { codeOf } from '../../../lib/error-code'
import { startProblem } from '../../start/terminal'
import type { ReviewQuery } from '../arguments'
import type { Report } from '../log-reader'
import { createCounter, type Entry } from './compare'
import { renderPage } from './page'
import { describeReview } from './text'

/** Collects errors for a review, by default of the last seven days. */
export function createReviewCollector({ now, since, until, htmlFile, failsOnNew }: ReviewQuery) {
  const end = until ?? now
  const start = since ?? end - ms('7d')
  if (start >= end) throw startProblem('There is nothing to review: --since is not before --until, or now.')
  const counter = createCounter(start, end)

  function finish(report: Report) {
    const review = counter.review(report.beginsAt)
    // Thrown outside of requests, it may affect them all.
    const isAlarming = ({ status, place }: Entry) => (status === null ? place === 'process' : status >= 500)
    return {
      text: describeReview(review),
      json: { review },
      exitCode: failsOnNew && review.fresh.some(isAlarming) ? 4 : undefined,
      async save() {
        if (htmlFile !== null) await writePage(htmlFile, renderPage(review, report, now))
      },
    }
  }

  return { add: counter.add, finish }
}

/** Replaces the file by one that only its owner can read, as a log is confidential. */
async function writePage(file: string, page: string): Promise<void> {
  try {
    await rm(file, { force: true })
    await writeFile(file, page, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const code = codeOf(error)
    if (code !== null) throw startProblem(`${file} can't be written (${code}).`)
    throw error
  }
}
