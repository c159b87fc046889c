import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crawlerError, logOf, runLogsHere, sessionOpened, unknownRoute } from './samples'

let folder = ''
let number = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-review-'))
})

afterAll(() => rm(folder, { recursive: true }))

async function file(content: string | Buffer): Promise<string> {
  const path = join(folder, `${++number}`)
  await writeFile(path, content)
  return path
}

type Fields = Readonly<Record<string, unknown>>

/** An error on a day of November, as often as this. */
function errors(day: number, count: number, fields: object = {}): Fields[] {
  const time = `2026-11-${day}T12:00:00.000Z`
  return Array.from({ length: count }, () => ({ ...crawlerError, time, ...fields }))
}

const begins = { ...sessionOpened, time: '2026-11-25T00:00:00.000Z' }
const timeout = { name: 'Timeout', message: 'no answer after 100 ms' }
const day = ['--since', '2026-11-26', '--until', '2026-11-27']

/** The exit code, and what the review of a log says. */
async function review(log: readonly Fields[], parameters: readonly string[] = day) {
  const { code, out, err } = await runLogsHere([
    '--review',
    '--json',
    ...parameters,
    await file(logOf(begins, ...log)),
  ])
  const { review } = JSON.parse(out)
  const names = (list: string) => review[list].map(({ name }: { name: string }) => name)
  const found = Object.fromEntries(['fresh', 'growing', 'known', 'gone'].map((list) => [list, names(list)]))
  return { code, err, review, found }
}

describe('compared with the day before, an error is', () => {
  test.each<[string, Fields[], object]>([
    ['new', errors(26, 1), { fresh: ['TypeError'] }],
    ['known', [...errors(25, 1), ...errors(26, 1)], { known: ['TypeError'] }],
    ['known if nine more', [...errors(25, 1), ...errors(26, 10)], { known: ['TypeError'] }],
    [
      'growing if ten more and twice as many',
      [...errors(25, 10), ...errors(26, 20)],
      { growing: ['TypeError'] },
    ],
    ['known if not twice as many', [...errors(25, 30), ...errors(26, 59)], { known: ['TypeError'] }],
    ['gone', errors(25, 1), { gone: ['TypeError'] }],
    ['not told of if it comes later', errors(27, 1), {}],
  ])('%s', async (_, log, expected) => {
    const { found } = await review(log)
    expect(found).toEqual({ fresh: [], growing: [], known: [], gone: [], ...expected })
  })
})

test.each<[string, object, string]>([
  ['another number in its message', { ...timeout, message: 'no answer after 250 ms' }, 'known'],
  ['another bot', { ...timeout, bot: 'bingbot' }, 'known'],
  ['a person', { ...timeout, bot: false }, 'known'],
  ['another build', { ...timeout, buildId: 'b2' }, 'known'],
  ['another page', { ...timeout, route: '/app' }, 'fresh'],
  ['another status', { ...timeout, status: 503 }, 'fresh'],
  ['another message', { ...timeout, message: 'no answer' }, 'fresh'],
])('an error with %s', async (_, fields, list) => {
  const { found } = await review([...errors(25, 1, timeout), ...errors(26, 1, fields)])
  expect(found[list]).toEqual(['Timeout'])
})

test('without earlier logs all errors are new, and none is called growing or gone', async () => {
  const { code, out } = await runLogsHere(['--review', ...day, await file(logOf(...errors(26, 20)))])
  expect(code).toBe(0)
  expect(out).toContain('One error.')
  expect(out).toContain('The logs begin Nov 26, 2026, 12:00, and no review came before this one')
})

describe('--fail-on new-5xx', () => {
  const outside = { place: 'process', status: undefined, route: undefined, path: undefined, bot: false }
  test.each<[string, Fields[], number]>([
    ['a new error', errors(26, 1), 4],
    ['a new error outside of requests', errors(26, 1, outside), 4],
    ['a new error, and a line that was not understood', [...errors(26, 1), { level: 1 }], 4],
    ['a known error', [...errors(25, 1), ...errors(26, 1)], 0],
    ['a missing page', errors(26, 1, { status: 404 }), 0],
    ["an error in somebody's browser", errors(26, 1, { status: null, place: 'browser' }), 0],
  ])('%s', async (_, log, code) => {
    expect((await review(log, [...day, '--fail-on', 'new-5xx'])).code).toBe(code)
  })
})

describe('what a review remembers', () => {
  test('the next one begins where it ended, and knows its errors', async () => {
    const state = join(folder, 'state.json')
    const first = await review(errors(26, 1), [...day, '--state', state])
    expect(first.found.fresh).toEqual(['TypeError'])
    expect((await stat(state)).mode & 0o777).toBe(0o600)
    const log = [...errors(27, 1), ...errors(27, 1, timeout)]
    const next = await review(log, ['--until', '2026-11-28', '--state', state])
    expect(next.review.since).toBe('2026-11-27T00:00:00.000Z')
    expect(next.found).toMatchObject({ fresh: ['Timeout'], known: ['TypeError'] })
  })

  test('a period that was reviewed is reviewed again with the same result', async () => {
    const parameters = [...day, '--state', join(folder, 'again.json')]
    const found = []
    for (let round = 0; round < 2; round++) found.push((await review(errors(26, 1), parameters)).found)
    expect(found[1]).toEqual(found[0])
    expect(found[0]?.fresh).toEqual(['TypeError'])
  })

  test('an ignored error is told with its reason, and counts nowhere', async () => {
    const state = join(folder, 'ignored.json')
    const before = await review(errors(25, 1), [
      '--since',
      '2026-11-25',
      '--until',
      '2026-11-26',
      '--state',
      state,
    ])
    const [{ fingerprint }] = before.review.fresh
    const order = ['--ignore', fingerprint, '--reason', 'a known bug of Next', '--state', state]
    const { code, out } = await runLogsHere(order)
    expect({ code, out }).toEqual({
      code: 0,
      out: 'Ignored from now on: 500 /share/{uuid} TypeError: note is undefined\n',
    })
    const parameters = [
      '--since',
      '2026-11-25',
      '--until',
      '2026-11-27',
      '--state',
      state,
      '--fail-on',
      'new-5xx',
    ]
    const after = await review(errors(26, 7), parameters)
    expect(after.code).toBe(0)
    expect(after.found.fresh).toEqual([])
    expect(after.review.failures.now).toEqual({ people: 0, bots: 0, site: 0 })
    expect(after.review.ignored).toMatchObject([{ fingerprint, reason: 'a known bug of Next', count: 7 }])
  })

  test('a log that could not be read to its end is reviewed again by the next review', async () => {
    const state = join(folder, 'cut.json')
    const cut = await file(gzipSync(logOf(begins, ...errors(26, 1))).subarray(0, -12))
    const { code } = await runLogsHere(['--review', ...day, '--state', state, cut])
    expect(code).toBe(1)
    await expect(stat(state)).rejects.toThrow('ENOENT')
  })

  test.each<[string, string]>([
    ['no JSON', '{'],
    ['another file', '{"version":2}'],
    ['a date that is none', '{"version":1,"reviewedUntil":"yesterday","known":{},"ignored":{}}'],
    [
      'a fingerprint that is none',
      '{"version":1,"reviewedUntil":null,"known":{},"ignored":{"__proto__x":{}}}',
    ],
    ['more than any state', ' '.repeat(5_000_000)],
  ])('%s is refused and left as it is', async (_, content) => {
    const state = await file(content)
    await expect(review([], [...day, '--state', state])).rejects.toThrow("isn't the state of a review")
    expect(await readFile(state, 'utf8')).toBe(content)
  })

  test('only what a review has seen can be ignored', async () => {
    const state = join(folder, 'unseen.json')
    const order = ['--ignore', '0123456789', '--reason', 'x', '--state', state]
    await expect(runLogsHere(order)).rejects.toThrow('There is no file')
    await review([], [...day, '--state', state])
    await expect(runLogsHere(order)).rejects.toThrow('has seen 0123456789')
  })

  test('a period that is over before it begins is refused', async () => {
    await expect(review([], ['--since', '2026-11-27', '--until', '2026-11-26'])).rejects.toThrow(
      'nothing to review',
    )
  })
})

test('links that lead nowhere: those of this site, those of others, and what nobody links to', async () => {
  const missing = (path: string, count: number, fields: object = {}) =>
    errors(26, count, { ...unknownRoute, time: '2026-11-26T12:00:00.000Z', path, ...fields })
  const { review: found } = await review([
    ...missing('/help', 2, { bot: false, referrer: '/terms' }),
    ...missing('/help', 1),
    ...missing('/blog', 1, { referrer: 'https://news.example.org' }),
    ...missing('/.env', 3, { referrer: '/.env' }),
  ])
  expect(found.fresh).toEqual([])
  expect(found.ownLinks).toMatchObject([{ path: '/help', count: 3, people: 2, ownPages: { '/terms': 2 } }])
  expect(found.otherLinks).toMatchObject([{ path: '/blog', otherSites: { 'https://news.example.org': 1 } }])
  expect(found.unlinked).toMatchObject({ count: 3, before: 0, top: [{ path: '/.env', count: 3 }] })
})
