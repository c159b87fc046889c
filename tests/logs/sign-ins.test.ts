import { expect, test } from 'vitest'
import { answerOf, readLog } from './runs'
import { crawlerError, type Fields, logOf, sessionOpened } from './samples'

type Outcome = 'begun' | 'finished' | 'abandoned'

const line = (outcome: Outcome, method: string, fields: Fields = {}) => ({
  ...{ level: 'info', time: '2026-11-21T15:00:00.000Z', event: `sign-in.${outcome}` },
  ...{ method, browser: 'Firefox 145', ...fields },
})

/** A line that sums up others. */
const repeated = (outcome: Outcome, method: string, count: number, fields: Fields = {}) => ({
  ...line(outcome, method, fields),
  ...{ time: '2026-11-21T15:20:00.000Z', event: `sign-in.${outcome}.repeated`, count },
  ...{ firstAt: '2026-11-21T15:10:00.000Z', lastAt: '2026-11-21T15:19:59.000Z' },
})

const safari = { browser: 'Safari 18' }
const log = logOf(
  line('begun', 'password'),
  line('begun', 'password'),
  repeated('begun', 'password', 1_200, safari),
  sessionOpened,
  line('finished', 'password'),
  repeated('finished', 'password', 1_100, safari),
  crawlerError,
  line('abandoned', 'password', { cause: 'left' }),
  repeated('abandoned', 'password', 40, { ...safari, cause: 'invalid-credential' }),
  line('begun', 'email-link'),
  line('begun', 'passkey'),
  line('abandoned', 'passkey', { cause: 'passkey-cancelled' }),
)

test('where people give up: by method, then cause, then browser', async () => {
  expect(await answerOf(['--ways'], log)).toBe(
    [
      'method      begun  finished       abandoned  open',
      'password    1,202     1,101  92%         41    60',
      'email-link      1         0   0%          0     1',
      'passkey         1         0   0%          1     0',
      '',
      'count  method    abandoned because of',
      '   40  password  invalid-credential',
      '    1  password  left',
      '    1  passkey   passkey-cancelled',
      '',
      'browser      begun  finished       abandoned  open',
      'Safari 18    1,200     1,100  92%         40    60',
      'Firefox 145      4         1  25%          2     1',
      '',
      '1,204 sign-ins begun, 1,101 finished, 42 abandoned, 61 open.',
      'From 2026-11-21 15:00 to 2026-11-21 15:19 (UTC). Open: begun, and not heard of again.',
    ].join('\n'),
  )
})

test('a span of time, and the first rows of each table', async () => {
  const out = await answerOf(['--ways', '--since', '2026-11-21T15:19:59.000Z'], log)
  expect(out).toContain('1,200 sign-ins begun, 1,100 finished, 40 abandoned, 60 open.')
  const within = await answerOf(['--ways', '--until', '2026-11-21T15:15'], log)
  expect(within).toContain('1,204 sign-ins begun,')
  expect(await answerOf(['--ways', '--limit', '1'], log)).toContain('Left out by --limit: 2 lines.')
  expect(await answerOf(['--ways', '--until', '2026-11-21T15:00'], log)).toBe('No sign-ins.')
})

test('in JSON', async () => {
  const out = await answerOf(['--ways', '--json', '--until', '2026-11-21T15:05'], log)
  const firefox = { begun: 4, finished: 1, abandoned: 2, open: 1 }
  const time = '2026-11-21T15:00:00.000Z'
  expect(JSON.parse(out)).toEqual({
    version: 3,
    lines: { errors: 1, otherEvents: 11, foreign: 0, notUnderstood: 0 },
    ...{ firstNotUnderstood: null, begins: time, problems: [] },
    filter: { since: null, until: '2026-11-21T15:05:00.000Z' },
    ...{ first: time, last: time, ...firefox },
    methods: [
      { method: 'password', begun: 2, finished: 1, abandoned: 1, open: 0 },
      { method: 'email-link', begun: 1, finished: 0, abandoned: 0, open: 1 },
      { method: 'passkey', begun: 1, finished: 0, abandoned: 1, open: 0 },
    ],
    causes: [
      { method: 'password', cause: 'left', count: 1 },
      { method: 'passkey', cause: 'passkey-cancelled', count: 1 },
    ],
    browsers: [{ browser: 'Firefox 145', ...firefox }],
  })
})

test('sums without a method count, and so does a sign-in that began before the log', async () => {
  const various = { ...repeated('finished', '', 30), method: undefined, browser: undefined }
  const out = await answerOf(['--ways'], logOf(line('begun', 'password'), various))
  expect(out).toMatch(/^\(various\) +0 +30 +- +0 +0$/m)
  expect(out).toContain('1 sign-in begun, 30 finished, 0 abandoned, 0 open.')
})

test("a line in a collector's envelope counts", async () => {
  const docker = { log: logOf(line('begun', 'google')), stream: 'stdout', time: '2026-11-21T15:00:00Z' }
  expect(await answerOf(['--ways'], logOf(docker))).toMatch(/^google +1 /m)
})

test.each([['{x'], [{ ...line('begun', 'password'), count: -1 }]])(
  'without understanding %j, the answer does not say that nobody signed in',
  async (wrong) => {
    const { code, out } = await readLog(['--ways'], logOf(sessionOpened, wrong))
    expect(code).toBe(3)
    expect(out).toMatch(/^No sign-ins in what was understood\.\nNot understood: 1 of 2 lines/)
  },
)
