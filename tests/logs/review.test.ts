import { describe, expect, test } from 'vitest'
import { day, errors, type Fields, logFile, review, timeout } from './review-runs'
import { logOf, runLogsHere, unknownRoute } from './samples'

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
  const { code, out } = await runLogsHere(['--review', ...day, await logFile(logOf(...errors(26, 20)))])
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

test('links that lead nowhere: those of this site, those of others, and what nobody links to', async () => {
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
