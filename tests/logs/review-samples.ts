/** A review's page with everything that it can have. */
import { classifyLine, type JsonObject } from '@/lib/log/error-line'
import { createAddresses } from '@/scripts/logs/review/addresses'
import { classify } from '@/scripts/logs/review/classify'
import { createEntries } from '@/scripts/logs/review/entries'
import { isUnknownAddress } from '@/scripts/logs/review/fingerprint'
import { renderPage } from '@/scripts/logs/review/page'
import { spansOf } from '@/scripts/logs/review/period'
import { noState } from '@/scripts/logs/review/state'
import { createTotals } from '@/scripts/logs/review/totals'

const now = Date.UTC(2026, 10, 27, 9)
const period = { since: Date.UTC(2026, 10, 26), until: Date.UTC(2026, 10, 27) }

/** The page of a day on which strangers have sent this text wherever they can. */
export function pageOf(text: string): string {
  const spans = spansOf(period)
  const entries = createEntries(period, spans)
  const addresses = createAddresses(period)
  const { add, totals } = createTotals(period, spans)
  for (const object of recordsWith(text)) {
    const judged = classifyLine(object)
    if (judged.kind !== 'errors') throw new Error(`Not an error: ${JSON.stringify(object)}`)
    if (isUnknownAddress(judged.record)) addresses.add(judged.record)
    else entries.add(judged.record, object)
    add(judged.record)
  }
  const counted = { ...entries.list(), addresses: addresses.list(), unknown: addresses.all, totals, period }
  const ignored = { '0123456789': { reason: text, since: '2026-11-01T00:00:00.000Z', what: text } }
  const review = classify({ ...counted, beginsAt: period.since - 86_400_000 }, { ...noState, ignored })
  const lines = { errors: 100, otherEvents: 2_000, foreign: 0, notUnderstood: 1 }
  const firstNotUnderstood = { log: text, line: 7 }
  return renderPage(review, { lines, firstNotUnderstood, problems: [text], begins: null }, now)
}

const error = {
  ...{
    level: 'error',
    event: 'error.thrown',
    reference: '4f9c21ab-7e10',
    status: 500,
    route: '/share/{uuid}',
  },
  ...{
    path: '/share/…',
    bot: 'Googlebot',
    rendered: false,
    place: 'render',
    name: 'TypeError',
    message: 'x',
  },
}
const missingPage = {
  ...error,
  event: 'route.unknown',
  status: 404,
  route: null,
  place: null,
  name: '',
  message: '',
}

/** New, growing, known and gone errors, and missing pages with and without links. */
function recordsWith(text: string): JsonObject[] {
  const at = (time: string, count: number, fields: object) =>
    Array.from({ length: count }, () => ({ ...error, time: `2026-11-${time}:00:00Z`, ...fields }))
  const stack = `${text}\n    at ${text} (app/page.tsx:1:1)`
  const thrown = { bot: text, message: text, stack, reference: text.slice(0, 50) }
  const missing = { ...missingPage, path: `/${text}`, bot: text }
  return [
    ...at('26T13', 3, { ...thrown, name: `New ${text}` }),
    ...at('26T14', 5, { ...thrown, name: `New ${text}`, bot: false }),
    ...at('26T03', 2, {
      ...thrown,
      name: `Outside ${text}`,
      status: null,
      place: 'process',
      bot: false,
      route: null,
      path: null,
    }),
    ...[...at('25T12', 5, thrown), ...at('26T12', 30, thrown)].map((record) => ({
      ...record,
      name: `Growing ${text}`,
    })),
    ...[...at('25T10', 3, thrown), ...at('26T10', 4, thrown)].map((record) => ({
      ...record,
      route: null,
      path: `/${text}`,
    })),
    ...at('25T09', 8, { ...thrown, name: `Gone ${text}` }),
    ...at('26T08', 20, { ...missing, referrer: `/from/${text}`, bot: false }),
    ...at('26T08', 9, { ...missing, path: '/blog', referrer: `https://${text}` }),
    ...at('26T07', 9, { ...missing, path: `/other/${text}` }),
  ]
}
