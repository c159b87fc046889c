import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { maxGroups } from '@/scripts/logs/groups'
import { createCounter } from '@/scripts/logs/review/compare'
import { pageOf } from './review-samples'
import { readLog, tempFolder } from './runs'
import { crawlerError, type Fields, logOf, recordOf, sessionOpened, unknownRoute } from './samples'

const day = ['--since', '2026-11-26', '--until', '2026-11-27']
const firstLine = { ...sessionOpened, time: '2026-11-25T00:00:00.000Z' }

/** The crawler's error on a day of November, as often as this. */
function errors(day: number, count: number, fields: object = {}): Fields[] {
  const time = `2026-11-${day}T12:00:00.000Z`
  return Array.from({ length: count }, () => ({ ...crawlerError, time, ...fields }))
}

/** Reviews a log: the exit code, the review, and the names of its errors. */
async function review(log: readonly Fields[], parameters: readonly string[] = day) {
  const { code, out } = await readLog(['--review', '--json', ...parameters], logOf(firstLine, ...log))
  const { review } = JSON.parse(out)
  const namesOf = (list: string) => review[list].map(({ name }: { name: string }) => name)
  const lists = ['fresh', 'growing', 'known', 'gone']
  return { code, review, found: Object.fromEntries(lists.map((list) => [list, namesOf(list)])) }
}

test.each<[string, Fields[], object]>([
  ['new', errors(26, 1), { fresh: ['TypeError'] }],
  ['known', [...errors(25, 1), ...errors(26, 1)], { known: ['TypeError'] }],
  ['known from long before', [...errors(20, 1), ...errors(26, 1)], { known: ['TypeError'] }],
  ['known if nine more', [...errors(25, 1), ...errors(26, 10)], { known: ['TypeError'] }],
  [
    'growing if ten more and twice as many',
    [...errors(25, 10), ...errors(26, 20)],
    { growing: ['TypeError'] },
  ],
  ['growing if it is back', [...errors(20, 50), ...errors(26, 10)], { growing: ['TypeError'] }],
  ['known if not twice as many', [...errors(25, 30), ...errors(26, 59)], { known: ['TypeError'] }],
  ['gone', errors(25, 1), { gone: ['TypeError'] }],
  ['left out if it comes later', errors(27, 1), {}],
])('compared with the day before, an error is %s', async (_, log, expected) => {
  const { found } = await review(log)
  expect(found).toEqual({ fresh: [], growing: [], known: [], gone: [], ...expected })
})

test('without earlier logs all errors are new, and the review says why', async () => {
  const { code, out } = await readLog(['--review', ...day], logOf(...errors(26, 20)))
  expect(code).toBe(0)
  expect(out.split('\n').slice(0, 5)).toEqual([
    '2026-11-26 00:00 to 2026-11-27 00:00 (UTC)',
    'New: 1.',
    'The logs begin at 2026-11-26 12:00, so every error counts as new. Name older logs, too.',
    '',
    'Failures that people met: 0',
  ])
})

test('the review in the terminal', async () => {
  const link = {
    ...unknownRoute,
    path: '/help',
    bot: false,
    referrer: '/terms',
    time: '2026-11-26T12:00:00Z',
  }
  const log = [...errors(25, 1), ...errors(26, 12, { bot: false }), link]
  const { out } = await readLog(['--review', ...day], logOf(firstLine, ...log))
  expect(out.split('\n')).toEqual([
    '2026-11-26 00:00 to 2026-11-27 00:00 (UTC)',
    'Growing: 1. Broken links: 1.',
    '',
    'Failures that people met: 12 (before: 0)',
    'Failures that bots met: 0 (before: 1)',
    'Failures outside of requests: 0 (before: 0)',
    'Missing pages that people asked for: 1 (before: 0)',
    'Missing pages that bots asked for: 0 (before: 0)',
    'Warnings: 0 (before: 0)',
    '',
    'Growing',
    '500 /share/{uuid}',
    '    TypeError: note is undefined',
    '    Times: 12 (before: 1)',
    '    at SharedNote (app/share/[uuid]/page.tsx:12:3)',
    '    By people: 12',
    '    2026-11-25 12:00 to 2026-11-26 12:00, reference 4f9c21ab-7e10',
    '',
    'Broken links',
    '404 /help',
    '    Times: 1 (before: 0)',
    '    By people: 1',
    '    Linked from /terms',
    '    2026-11-26 12:00 to 2026-11-26 12:00, reference 0a1b2c3d-4e5f',
    '',
  ])
})

const outside = { place: 'process', status: undefined, route: undefined, path: undefined, bot: false }

test.each<[string, Fields[], number]>([
  ['a new error', errors(26, 1), 4],
  ['a new error outside of requests', errors(26, 1, outside), 4],
  ['a new error, and a line that was not understood', [...errors(26, 1), { level: 1 }], 4],
  ['a known error', [...errors(25, 1), ...errors(26, 1)], 0],
  ['a missing page', errors(26, 1, { status: 404 }), 0],
  ["an error in a visitor's browser", errors(26, 1, { status: null, place: 'browser' }), 0],
])('--fail-on new-5xx: %s', async (_, log, code) => {
  expect((await review(log, [...day, '--fail-on', 'new-5xx'])).code).toBe(code)
})

test('broken links are those on this site, then those on others; a page without one is only counted', async () => {
  const missing = (path: string, count: number, fields: object = {}) =>
    errors(26, count, { ...unknownRoute, time: '2026-11-26T12:00:00.000Z', path, ...fields })
  const { review: found } = await review([
    ...missing('/blog', 9, { referrer: 'https://news.example.org' }),
    ...missing('/help', 2, { bot: false, referrer: '/terms' }),
    ...missing('/help', 1),
    ...missing('/.env', 12, { referrer: '/.env' }),
  ])
  expect(found.fresh).toEqual([])
  expect(found.links).toMatchObject([
    { where: '/help', count: 3, people: 2, links: { '/terms': 2 } },
    { where: '/blog', count: 9, people: 0, links: { 'https://news.example.org': 9 } },
  ])
  expect(found.totals.at(-2)).toEqual({ what: 'Missing pages that bots asked for', count: 22, before: 0 })
})

test('a period that ends before it begins is refused', async () => {
  const backwards = ['--since', '2026-11-27', '--until', '2026-11-26']
  await expect(review([], backwards)).rejects.toThrow('nothing to review')
})

test('a flood of different errors is bounded and counted in full, and the review says so', () => {
  const counter = createCounter(Date.UTC(2026, 10, 21), Date.UTC(2026, 10, 22))
  const record = recordOf({ ...crawlerError, status: 404 })
  for (let index = 0; index < maxGroups * 3; index++)
    counter.add({ ...record, message: String.fromCodePoint(0x4e00 + index) }, {})
  counter.add(recordOf(crawlerError), crawlerError)
  const { fresh, isWhole, totals } = counter.review(null, (frames) => [...frames])
  expect(fresh.length).toBeLessThan(maxGroups * 2)
  expect(fresh[0]).toMatchObject({ status: 500, count: 1 })
  expect(isWhole).toBe(false)
  expect(totals.map(({ count }) => count)).toEqual([0, 1, 0, 0, maxGroups * 3, 0])
})

test('the page replaces a file, and only its owner can read it', async () => {
  const file = join(await tempFolder(), 'review.html')
  await writeFile(file, 'old', { mode: 0o644 })
  await readLog(['--review', ...day, '--html', file], logOf(firstLine, ...errors(26, 1)))
  expect(await readFile(file, 'utf8')).toContain('TypeError: note is undefined')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const nowhere = ['--review', ...day, '--html', join(file, 'x')]
  await expect(readLog(nowhere, logOf(firstLine))).rejects.toThrow("can't be written (ENOTDIR)")
})

/** Closes whatever HTML it may stand in. */
const hostile = `"'><script>alert(1)</script></style></title><img src=x onerror=alert(1)><!-- \u202e\u0000 &lt;`

test('whatever strangers send, the page has the same tags', () => {
  const tagsOf = (html: string) => html.match(/<[^>]*>/g) ?? []
  const attacked = pageOf(hostile)
  expect(tagsOf(attacked).length).toBeGreaterThan(150)
  expect(tagsOf(attacked)).toEqual(tagsOf(pageOf('plain')))
  expect(attacked.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

test('the page runs no script and requests nothing', () => {
  const page = pageOf('plain')
  const policy = `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`
  expect(page).toContain(`content="${policy}"`)
  expect(page).not.toMatch(
    /<(script|link|img|iframe|base|form|a)\b|\b(src|srcset|action|href)=|url\(|@import/,
  )
})
