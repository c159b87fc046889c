/** Which errors match, and the table and JSON of them. */
import { describe, expect, test } from 'vitest'
import { answerOf, readLog } from './runs'
import { crawlerError, folded, logOf, personError, unknownRoute } from './samples'

const nothing = { status: undefined, path: undefined, route: undefined }
const outside = { ...crawlerError, ...nothing, place: 'process', bot: false }
const rendered = { ...unknownRoute, rendered: true }
const errors = logOf(crawlerError, folded, unknownRoute, personError, outside, rendered)

test.each<[string[], number]>([
  [[], 9_985],
  [['--bots'], 9_982],
  [['--people'], 1],
  [['--all'], 9_985],
  [['--bots', '--status', '404'], 1],
  [['--bots', '--status', '5xx'], 9_981],
  [['--bots', '--status', '404,5xx'], 9_982],
  [['--bots', '--status', '404', '--status', '500'], 9_982],
  [['--bots', '--bot', 'GOOGLE'], 9_981],
  [['--bots', '--bot', 'google', '--bot', 'bing'], 9_982],
  [['--bots', '--path', 'wp-'], 1],
  [['--bots', '--path', '{uuid}'], 9_981],
  [['--bots', '--since', '2026-11-21T15:05'], 9_981],
  [['--bots', '--since', '2026-11-21T15:20'], 0],
  [['--bots', '--since', '2026-11-21T15:19:59.000Z'], 9_980],
  [['--bots', '--until', '2026-11-21T15:00:01.000Z'], 1],
  [['--bots', '--until', '2026-11-21T15:00:01.001Z'], 9_981],
  [['--bots', '--since', '2026-11-21', '--until', '2026-11-22', '--bot', 'bing', '--status', '5xx'], 0],
])('%j matches %i errors', async (parameters, count) => {
  expect(JSON.parse(await answerOf(['--json', ...parameters], errors)).count).toBe(count)
})

test('when none match, the answer says how many others there are', async () => {
  const out = await answerOf(['--people'], logOf(crawlerError, unknownRoute))
  expect(out).toBe('0 errors that people met. The log has 2 others.')
})

describe('the table', () => {
  test('fits a hundred columns, whatever a visitor requests', async () => {
    const long = { route: `/${'very-long/'.repeat(15)}end`, bot: 'b'.repeat(60), message: 'm'.repeat(900) }
    const lines = [crawlerError, { ...folded, count: 12_345_678 }].map((line) => ({ ...line, ...long }))
    const out = await answerOf(['--all'], logOf(...lines))
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
    expect(out).toMatch(/ \/ve\S*…\S*nd /)
  })

  test('says what it leaves out, and counts it', async () => {
    const made = (_: unknown, index: number) => ({ ...unknownRoute, path: `/made-up/${index}` })
    const out = await answerOf(['--bots'], logOf(...Array.from({ length: 12_000 }, made), crawlerError))
    expect(out).toContain(' errors in 1,951 groups are left out here, not in --json.')
    expect(out).toContain('10,000 errors are in no group: there were too many different ones.')
    expect(out).toContain('12,001 bot-filtered errors in 2,001 groups.')
  })
})

const hostile = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e\r\n'
const review = ['--review', '--since', '2026-11-21', '--until', '2026-11-22']

test.each<[string[]]>([
  [[]],
  [['--json']],
  [['--reference', '4f9c21ab-7e10']],
  [review],
  [[...review, '--json']],
])('with %j, a terminal obeys nothing from the log', async (parameters) => {
  const fields = { path: `/${hostile}`, route: hostile, bot: hostile, message: hostile, [hostile]: hostile }
  const more = { stack: `x\n    at ${hostile}`, clientAddress: hostile, referrer: hostile }
  const { code, out, err } = await readLog(parameters, logOf({ ...crawlerError, ...fields, ...more }))
  expect(code).toBe(0)
  expect(out).toContain('\\u001b')
  expect((out + err).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

test('JSON means what the log means', async () => {
  const out = await answerOf(['--json'], logOf({ ...crawlerError, bot: hostile, message: `früh ${hostile}` }))
  expect(JSON.parse(out).groups).toMatchObject([{ bots: [hostile], message: `früh ${hostile}` }])
})

test('JSON holds the query, the lines and all groups', async () => {
  const out = await answerOf(
    ['--json', '--since', '2026-11-21'],
    logOf(crawlerError, folded, unknownRoute, '{x'),
  )
  const { level, route: where, status, place, bot, event, name, message, reference } = crawlerError
  expect(JSON.parse(out)).toEqual({
    version: 5,
    lines: { errors: 3, notices: 0, otherEvents: 0, foreign: 0, notUnderstood: 1 },
    firstNotUnderstood: { log: 'LOG', line: 4 },
    problems: [],
    beginsAt: '2026-11-21T15:00:00.000Z',
    filter: {
      ...{ audience: 'all', bots: [], statuses: [], paths: [] },
      ...{ since: '2026-11-21T00:00:00.000Z', until: null },
    },
    summary: {
      ...{ build: null, forgotten: 0, timeline: [] },
      counts: { people: 0, bots: 9_981, outside: 0, missing: 0, missingByBots: 1, warnings: 0 },
    },
    count: 9_982,
    groups: [
      {
        ...{ count: 9_981, firstAt: '2026-11-21T15:00:00.000Z', lastAt: '2026-11-21T15:19:59.000Z' },
        ...{
          level,
          status,
          where,
          place,
          bots: [bot],
          people: 0,
          event,
          name,
          message,
          reference,
          links: {},
        },
        frames: ['at SharedNote (app/share/[uuid]/page.tsx:12:3)'],
      },
      expect.objectContaining({ count: 1, status: 404, where: '/wp-login.php', name: '' }),
    ],
    others: 0,
  })
})
