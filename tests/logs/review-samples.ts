/** A review's page with everything that it can have. */

import { createCounter } from '@/scripts/logs/review/compare'
import { renderPage } from '@/scripts/logs/review/review'
import { createSummary } from '@/scripts/logs/summary'
import { crawlerError, type Fields, recordOf, unknownRoute } from './samples'

const [since, until] = [Date.UTC(2026, 10, 26), Date.UTC(2026, 10, 27)]

/** The page of a day on which strangers have sent this text wherever they can. */
export function pageOf(text: string): string {
  const counter = createCounter(since, until)
  const summary = createSummary(since, until)
  for (const object of recordsWith(text)) counter.add(recordOf(object), object)
  for (const object of courseWith(text)) summary.add(recordOf(object), object)
  const lines = { errors: 100, notices: 0, otherEvents: 2_000, foreign: 0, notUnderstood: 1 }
  const firstNotUnderstood = { log: text, line: 7 }
  const report = { lines, firstNotUnderstood, problems: [text], beginsAt: since - (until - since) }
  return renderPage(
    { ...counter.review(report.beginsAt, (frames) => [...frames]), summary: summary.finish() },
    report,
    until,
  )
}

/** A start, and an outage. */
function courseWith(text: string): Fields[] {
  const time = '2026-11-26T08:00:00Z'
  return [
    { level: 'info', time, event: 'server.started', buildId: text, version: text, database: text },
    { level: 'error', time, event: 'database.went-away', code: text },
  ]
}

/** New, growing, known and gone errors, and missing pages with and without links. */
function recordsWith(text: string): Fields[] {
  const at = (time: string, count: number, fields: object) =>
    Array.from({ length: count }, () => ({ ...fields, time: `2026-11-${time}:00:00Z` }))
  const stack = `${text}\n    at ${text} (app/page.tsx:1:1)`
  const thrown = { ...crawlerError, bot: text, message: text, stack, reference: text.slice(0, 50) }
  const named = (kind: string, fields: object = {}) => ({ ...thrown, name: `${kind} ${text}`, ...fields })
  const outside = { status: null, place: 'process', bot: false, route: null, path: null }
  const known = { ...thrown, route: null, path: `/${text}` }
  const missing = { ...unknownRoute, path: `/${text}`, bot: text }
  return [
    ...at('26T13', 3, named('New')),
    ...at('26T14', 5, named('New', { bot: false })),
    ...at('26T03', 2, named('Outside', outside)),
    ...at('25T12', 5, named('Growing')),
    ...at('26T12', 30, named('Growing')),
    ...at('25T10', 3, known),
    ...at('26T10', 4, known),
    ...at('25T09', 8, named('Gone')),
    ...at('26T08', 20, { ...missing, referrer: `/from/${text}`, bot: false }),
    ...at('26T08', 9, { ...missing, path: '/blog', referrer: `https://${text}` }),
    ...at('26T07', 9, { ...missing, path: `/other/${text}` }),
  ]
}
