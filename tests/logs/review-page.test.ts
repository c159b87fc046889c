import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { palette } from '@/lib/http/standalone'
import { maxCounted } from '@/scripts/logs/review/counted'
import { createCounter } from '@/scripts/logs/review/counter'
import { pageStyle } from '@/scripts/logs/review/style'
import { describeLength, describePeriod } from '@/scripts/logs/review/times'
import { pageOf } from './review-samples'
import { day, readLog } from './runs'
import { crawlerError, logOf, recordOf, sumOf, unknownRoute } from './samples'

/** Closes whatever HTML it may stand in. */
const hostile = `"'><script>alert(1)</script></style></title><img src=x onerror=alert(1)><!-- \u202e\u0000 &lt;`

const tagsOf = (html: string) => html.match(/<[^>]*>/g) ?? []

test('whatever strangers send, the page has the same tags', () => {
  const attacked = pageOf(hostile)
  expect(tagsOf(attacked).length).toBeGreaterThan(300)
  expect(tagsOf(attacked)).toEqual(tagsOf(pageOf('plain')))
  expect(attacked.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

test('the page runs no script and requests nothing', () => {
  const page = pageOf('plain')
  const policy = `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`
  expect(page).toContain(`content="${policy}"`)
  expect(page).not.toMatch(/<(script|link|img|iframe|base|form)\b|\b(src|srcset|action)=|url\(|@import/)
  expect([...page.matchAll(/\bhref="([^"]*)"/g)].every(([, target = '']) => /^#\w+$/.test(target))).toBe(true)
})

test('the colors are those of the site', () => {
  const sheet = readFileSync('app/globals.css', 'utf8')
  const tokens = pageStyle.html.match(/--[\w-]+: light-dark\([^)]*\)/g) ?? []
  expect(tokens.length).toBeGreaterThan(10)
  for (const token of tokens) expect(sheet).toContain(`${token};`)
  expect(tokens).toContain(`--ink: light-dark(${palette.ink.light}, ${palette.ink.dark})`)
})

test('a flood of different errors and addresses is bounded, and drives out no failure or link', () => {
  const counter = createCounter({ since: Date.UTC(2026, 10, 21), until: Date.UTC(2026, 10, 22) }, {})
  counter.add(recordOf(crawlerError), crawlerError)
  const unknown = recordOf(unknownRoute)
  counter.add({ ...unknown, path: '/help', referrer: '/terms' }, {})
  const error = { ...recordOf(crawlerError), status: 404, count: 2 }
  for (let index = 0; index < maxCounted * 3; index++) {
    counter.add({ ...error, message: String.fromCodePoint(0x4e00 + index) }, {})
    counter.add({ ...unknown, path: `/made-up/${index}`, count: 2 }, {})
  }
  const { entries, isWhole, addresses, unknown: requests, totals } = counter.counts()
  expect(Math.max(entries.length, addresses.length)).toBeLessThan(maxCounted * 2)
  expect(isWhole).toBe(false)
  expect(entries).toContainEqual(expect.objectContaining({ status: 500, count: 1 }))
  expect(addresses).toContainEqual(expect.objectContaining({ path: '/help', count: 1 }))
  expect(requests.count).toBe(maxCounted * 6 + 1)
  expect(sumOf([{ count: totals.missing.now.bots }])).toBe(maxCounted * 12 + 1)
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

const at = (day: number, count: number, name = 'TypeError') =>
  Array.from({ length: count }, () => ({ ...crawlerError, name, time: `2026-11-${day}T00:00:00Z` }))

test.each<[object[], string]>([
  [[], 'All quiet: nothing went wrong'],
  [at(25, 1), 'Nothing new, and one gone'],
  [[...at(25, 1), ...at(26, 1)], 'Nothing new, and nothing is growing'],
  [[...at(25, 1), ...at(26, 40)], 'Nothing new, but one growing'],
  [
    [...at(25, 1, 'Gone'), ...at(25, 1), ...at(26, 40), ...at(26, 1, 'New')],
    'One new error, one growing, and one gone',
  ],
])('a review of %j begins with its outcome: %s', async (lines, outcome) => {
  const begin = { ...crawlerError, reference: undefined, time: '2026-11-25T00:00:00Z' }
  const { out } = await readLog(['--review', ...day], logOf(begin, ...(lines as (typeof begin)[])))
  expect(out.split('\n')[2]).toBe(`${outcome}.`)
})
