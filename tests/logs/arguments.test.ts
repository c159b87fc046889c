import { expect, test } from 'vitest'
import { parseArguments } from '@/scripts/logs/arguments'
import { parseDuration, parseMoment } from '@/scripts/logs/values'

const now = Date.UTC(2026, 10, 21, 15, 30)

test.each<[string[], string]>([
  [['--since', 'yesterday'], '--since yesterday: must be a date'],
  [['--until', '2026-02-31'], '--until 2026-02-31: must be a date'],
  [['--status', '404,never'], '--status 404,never: must be a status'],
  [['--sort', 'size'], '--sort size: must be one of count, last, first, status, path, bot'],
  [['--limit', '0'], '--limit 0: must be a whole number'],
  [['--every', '10ms'], '--every 10ms: must be a length of time'],
  [['--reference', '4f9c'], '--reference 4f9c: must look like 4f9c21ab-7e10'],
  [['--people', '--all'], '--people and --all exclude each other'],
  [['--people', '--verify'], '--people and --verify exclude each other'],
  [['--reference', '4f9c21ab-7e10', '--people'], '--people and --reference exclude each other'],
  [['--ways', '--people'], '--people and --ways exclude each other'],
  [['--review', '--people'], '--people and --review exclude each other'],
  [['--follow', '--since', '2h'], '--since and --follow exclude each other'],
  [['--html', 'review.html'], '--html needs --review'],
  [['--review', '--fail-on', 'old'], '--fail-on old: must be new-5xx'],
  [['--ignore', '3fa1b2c4d5', '--state', 'x'], '--ignore needs --reason'],
  [['--ignore', 'x', '--reason', 'y', '--state', 'z'], '--ignore x: must look like 3fa1b2c4d5'],
  [['--dns', '127.0.0.1'], '--dns needs --verify'],
  [['--verify', '--dns', 'localhost'], '--dns localhost: must be an IP address'],
  [['--color'], "Unknown option '--color'"],
  [['--since'], "Option '--since <value>' argument missing"],
])('%j is refused with words', (args, words) => {
  expect(parseArguments(args, now)).toEqual({ status: 'wrong', problem: expect.stringContaining(words) })
})

test('without arguments, the errors of bots are shown, the most frequent first', () => {
  expect(parseArguments([], now)).toEqual({
    status: 'query',
    query: {
      files: [],
      filter: { audience: 'bot-filtered', since: null, until: null, bots: [], statuses: [], paths: [] },
      ...{ sorting: 'count', limit: 50, isJson: false, everyMs: null, reference: null, verify: null },
      ...{ countsSignIns: false, isFollowing: false, review: null },
    },
  })
})

test.each<[string, string | null]>([
  ['2026-11-21', '2026-11-21T00:00:00.000Z'],
  ['2026-11-21T15:00', '2026-11-21T15:00:00.000Z'],
  ['2026-11-21 15:00:30', '2026-11-21T15:00:30.000Z'],
  ['2026-11-21T15:00:30.250Z', '2026-11-21T15:00:30.250Z'],
  ['2026-11-21T15:00+02:00', '2026-11-21T13:00:00.000Z'],
  ['2h', '2026-11-21T13:30:00.000Z'],
  ['1.5h', '2026-11-21T14:00:00.000Z'],
  ...[
    '',
    'yesterday',
    '2026',
    '11/21/2026',
    '2026-02-31',
    '2026-11-21T25:00',
    '15:00',
    '7',
    '-2h',
    '2 h',
    '2y',
  ].map((text): [string, null] => [text, null]),
])('the moment %j is %s', (text, moment) => {
  expect(parseMoment(text, now)).toBe(moment === null ? null : Date.parse(moment))
})

test.each([
  ['90s', 90_000],
  ['10m', 600_000],
  ['2w', 1_209_600_000],
  ['0h', null],
  ['h', null],
])('the length of time %s is %s ms', (text, length) => {
  expect(parseDuration(text)).toBe(length)
})
