import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { palette } from '@/lib/http/standalone'
import { classifyLine, type ErrorRecord, type JsonObject } from '@/lib/log/error-line'
import { createAddresses, maxAddresses } from '@/scripts/logs/review/addresses'
import { createEntries, maxEntries } from '@/scripts/logs/review/entries'
import { createReviewCollector } from '@/scripts/logs/review/review'
import { pageStyle } from '@/scripts/logs/review/style'
import { describeLength, describePeriod } from '@/scripts/logs/review/times'
import { pageOf } from './review-samples'
import { crawlerError, unknownRoute } from './samples'

/** Closes whatever HTML it may stand in. */
const hostile = `"'><script>alert(1)</script></style></title><img src=x onerror=alert(1)><!-- \u202e\u0000 &lt;`

const tagsOf = (html: string) => html.match(/<[^>]*>/g) ?? []

test('whatever strangers send, the page has the same tags', async () => {
  const [plain, attacked] = ['plain', hostile].map(pageOf)
  expect(tagsOf(plain ?? '').length).toBeGreaterThan(300)
  expect(tagsOf(attacked ?? '')).toEqual(tagsOf(plain ?? ''))
  expect(attacked?.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

test('the page runs no script and asks for nothing', async () => {
  const page = pageOf('plain')
  expect(page).toContain(
    `content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`,
  )
  expect(page).not.toMatch(/<(script|link|img|iframe|base|form)\b|\b(src|srcset|action)=|url\(|@import/)
  expect([...page.matchAll(/\bhref="([^"]*)"/g)].every(([, target = '']) => /^#\w+$/.test(target))).toBe(true)
})

test('the colours are those of the site', () => {
  const sheet = readFileSync('app/globals.css', 'utf8')
  const tokens = pageStyle.html.match(/--[\w-]+: light-dark\([^)]*\)/g) ?? []
  expect(tokens.length).toBeGreaterThan(10)
  for (const token of tokens) expect(sheet).toContain(`${token};`)
  expect(tokens).toContain(`--ink: light-dark(${palette.ink.light}, ${palette.ink.dark})`)
})

const period = { since: Date.UTC(2026, 10, 21), until: Date.UTC(2026, 10, 22) }

function recordOf(object: JsonObject): ErrorRecord {
  const judged = classifyLine(object)
  if (judged.kind !== 'errors') throw new Error(judged.kind)
  return judged.record
}

test('a flood of different errors is held in bounds, and drives no failure out', () => {
  const entries = createEntries(period, { everyMs: 3_600_000, count: 24 })
  entries.add(recordOf(crawlerError), crawlerError)
  for (let index = 0; index < maxEntries * 5; index++) {
    const words = String.fromCodePoint(0x4e00 + index)
    entries.add(recordOf({ ...crawlerError, status: 404, message: words }), {})
    entries.add(recordOf({ ...crawlerError, status: 404, message: words }), {})
  }
  const { entries: kept, isWhole } = entries.list()
  expect(kept.length).toBeLessThan(maxEntries * 2)
  expect(isWhole).toBe(false)
  expect(kept).toContainEqual(expect.objectContaining({ status: 500, count: 1 }))
})

test('a flood of made-up addresses is held in bounds, and drives no link out', () => {
  const addresses = createAddresses(period)
  addresses.add(recordOf({ ...unknownRoute, path: '/help', referrer: '/terms' }))
  for (let index = 0; index < maxAddresses * 5; index++)
    for (let round = 0; round < 2; round++)
      addresses.add(recordOf({ ...unknownRoute, path: `/made-up/${index}` }))
  expect(addresses.list().length).toBeLessThan(maxAddresses * 2)
  expect(addresses.list()).toContainEqual(expect.objectContaining({ path: '/help', count: 1 }))
  expect(addresses.all.count).toBe(maxAddresses * 10 + 1)
})

test.each([
  ['2026-11-26', '2026-11-27', 'Thursday, November 26, 2026'],
  ['2026-11-16', '2026-11-23', 'November 16 – 22, 2026'],
  ['2026-11-26T08:00Z', '2026-11-26T09:30Z', 'Nov 26, 2026, 08:00 to Nov 26, 2026, 09:30'],
])('%s until %s is called %s', (since, until, words) => {
  const named = describePeriod({ since: Date.parse(since), until: Date.parse(until) })
  expect(named.replace(/\s/g, ' ')).toBe(words)
})

test.each([
  [7 * 24, 'week'],
  [24, 'day'],
  [72, '3 days'],
  [1, 'hour'],
  [0.5, 'half hour'],
  [0.25, '15 minutes'],
])('%d hours are a %s', (hours, words) => {
  expect(describeLength(hours * 3_600_000)).toBe(words)
})

test.each<[object[], string]>([
  [[], 'All quiet: nothing went wrong'],
  [[{}], 'Nothing new, and one gone'],
  [[{ now: 1 }], 'Nothing new, and nothing is growing'],
  [[{ now: 40 }], 'Nothing new, but one growing'],
  [
    [{ before: 0, now: 1 }, { name: 'Other' }, { name: 'More', now: 40 }],
    'One new error, one growing and one gone',
  ],
])('%j is found as: %s', async (errors, words) => {
  const until = Date.UTC(2026, 10, 22)
  const question = {
    now: until,
    since: Date.UTC(2026, 10, 21),
    until,
    stateFile: null,
    htmlFile: null,
    failOn: [],
  }
  const review = await createReviewCollector(question)
  for (const { before = 1, now = 0, ...fields } of errors as { before?: number; now?: number }[])
    for (let index = 0; index < before + now; index++) {
      const time = index < before ? '2026-11-20T12:00:00Z' : '2026-11-21T12:00:00Z'
      const object = { ...crawlerError, ...fields, time }
      review.add(recordOf(object), object)
    }
  const lines = { errors: 1, otherEvents: 0, foreign: 0, notUnderstood: 0 }
  const begins = new Date(Date.UTC(2026, 10, 20))
  const { text } = review.finish({ lines, firstNotUnderstood: null, problems: [], begins })
  expect(text.split('\n')[2]).toBe(`${words}.`)
})
