import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { day, errors, firstLine, review, runLogsHere, tempFile, tempFolder, timeout } from './runs'
import { type Fields, logOf, unknownRoute } from './samples'

const stateFile = async () => join(await tempFolder(), 'state.json')

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
    ['left out if it comes later', errors(27, 1), {}],
  ])('%s', async (_, log, expected) => {
    const { found } = await review(log)
    expect(found).toEqual({ fresh: [], growing: [], known: [], gone: [], ...expected })
  })
})

test.each<[string, object, string]>([
  ['another number in its message', { message: 'no answer after 250 ms' }, 'known'],
  ['another bot', { bot: 'bingbot' }, 'known'],
  ['a person', { bot: false }, 'known'],
  ['another build', { buildId: 'b2' }, 'known'],
  ['another page', { route: '/app' }, 'fresh'],
  ['another status', { status: 503 }, 'fresh'],
  ['another message', { message: 'no answer' }, 'fresh'],
])('an error with %s', async (_, fields, list) => {
  const { found } = await review([...errors(25, 1, timeout), ...errors(26, 1, { ...timeout, ...fields })])
  expect(found[list]).toEqual(['Timeout'])
})

test('without earlier logs all errors are new, and none is called growing or gone', async () => {
  const { code, out } = await runLogsHere(['--review', ...day, await tempFile(logOf(...errors(26, 20)))])
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
    ["an error in a visitor's browser", errors(26, 1, { status: null, place: 'browser' }), 0],
  ])('%s', async (_, log, code) => {
    expect((await review(log, [...day, '--fail-on', 'new-5xx'])).code).toBe(code)
  })
})

test('broken links: those on this site, those on others, and missing pages without one', async () => {
  const missing = (path: string, count: number, fields: object = {}) =>
    errors(26, count, { ...unknownRoute, time: '2026-11-26T12:00:00.000Z', path, ...fields })
  const { review: found } = await review([
    ...missing('/help', 2, { bot: false, referrer: '/terms' }),
    ...missing('/help', 1),
    ...missing('/blog', 1, { referrer: 'https://news.example.org' }),
    ...missing('/.env', 12, { referrer: '/.env' }),
    ...missing('/made-up', 3),
  ])
  expect(found.fresh).toEqual([])
  expect(found.ownLinks).toMatchObject([{ path: '/help', count: 3, people: 2, ownPages: { '/terms': 2 } }])
  expect(found.otherLinks).toMatchObject([{ path: '/blog', otherSites: { 'https://news.example.org': 1 } }])
  expect(found.unlinked).toMatchObject({ count: 15, before: 0, top: [{ path: '/.env', count: 12 }] })
})

test('a period that ends before it begins is refused', async () => {
  const backwards = ['--since', '2026-11-27', '--until', '2026-11-26']
  await expect(review([], backwards)).rejects.toThrow('nothing to review')
})

describe('with --state', () => {
  test('the next review begins where the last one ended, and knows its errors', async () => {
    const state = await stateFile()
    const first = await review(errors(26, 1), [...day, '--state', state])
    expect(first.found.fresh).toEqual(['TypeError'])
    expect((await stat(state)).mode & 0o777).toBe(0o600)
    const log = [...errors(27, 1), ...errors(27, 1, timeout)]
    const next = await review(log, ['--until', '2026-11-28', '--state', state])
    expect(next.review.since).toBe('2026-11-27T00:00:00.000Z')
    expect(next.found).toMatchObject({ fresh: ['Timeout'], known: ['TypeError'] })
  })

  test.each<[string, object]>([
    ['of an error', {}],
    ['of an error with the longest texts', { name: '🙂'.repeat(500), message: '"'.repeat(500) }],
  ])('a second review of the same period %s has the same result', async (_, fields) => {
    const parameters = [...day, '--state', await stateFile()]
    const { found } = await review(errors(26, 1, fields), parameters)
    expect(found.fresh).toHaveLength(1)
    expect((await review(errors(26, 1, fields), parameters)).found).toEqual(found)
  })

  test('an ignored error is listed with its reason, and counts nowhere', async () => {
    const state = ['--state', await stateFile()]
    const [{ fingerprint }] = (await review(errors(26, 1), [...day, ...state])).review.fresh
    const ignore = ['--ignore', fingerprint, '--reason', 'a known bug of Next', ...state]
    const out = 'Ignored from now on: 500 /share/{uuid} TypeError: note is undefined\n'
    expect(await runLogsHere(ignore)).toMatchObject({ code: 0, out })
    const after = await review(errors(26, 7), [...day, ...state, '--fail-on', 'new-5xx'])
    expect(after.code).toBe(0)
    expect(after.found.fresh).toEqual([])
    expect(after.review.failures.now).toEqual({ people: 0, bots: 0, site: 0 })
    expect(after.review.ignored).toMatchObject([{ fingerprint, reason: 'a known bug of Next', count: 7 }])
  })

  test('only errors that a review has seen can be ignored', async () => {
    const state = ['--state', await stateFile()]
    const ignore = ['--ignore', '0123456789', '--reason', 'x', ...state]
    await expect(runLogsHere(ignore)).rejects.toThrow('There is no file')
    await review([], [...day, ...state])
    await expect(runLogsHere(ignore)).rejects.toThrow('has seen 0123456789')
  })

  test('a log that was not read to its end is reviewed again by the next review', async () => {
    const state = await stateFile()
    const truncated = await tempFile(gzipSync(logOf(firstLine, ...errors(26, 1))).subarray(0, -12))
    expect(await runLogsHere(['--review', ...day, '--state', state, truncated])).toMatchObject({ code: 1 })
    await expect(stat(state)).rejects.toThrow('ENOENT')
  })

  test.each<[string, string]>([
    ['no JSON', '{'],
    ['another file', '{"version":2}'],
    ['an invalid date', '{"version":1,"reviewedUntil":"yesterday","known":{},"ignored":{}}'],
    ['an invalid fingerprint', '{"version":1,"reviewedUntil":null,"known":{},"ignored":{"__proto__x":{}}}'],
    ['a file over 8 MB', ' '.repeat(9_000_000)],
  ])('%s is refused and left unchanged', async (_, content) => {
    const state = await tempFile(content)
    await expect(review([], [...day, '--state', state])).rejects.toThrow("isn't the state of a review")
    expect(await readFile(state, 'utf8')).toBe(content)
  })
})
