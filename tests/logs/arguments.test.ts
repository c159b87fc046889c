import { expect, test } from 'vitest'
import { parseArguments } from '@/scripts/logs/arguments'

test.each<[string[], string]>([
  [['--since', 'yesterday'], '--since yesterday: must be a date'],
  [['--until', '2026-02-31'], '--until 2026-02-31: must be a date'],
  [['--status', '404,never'], '--status 404,never: must be a status'],
  [['--sort', 'size'], '--sort size: must be one of count, last, first, status, path, bot'],
  [['--limit', '0'], '--limit 0: must be a whole number'],
  [['--every', '10ms'], '--every 10ms: must be a length of time'],
  [['--reference', '4f9c'], '--reference 4f9c: must look like 4f9c21ab-7e10'],
  [['--people', '--all'], '--people and --all exclude each other'],
  [['--reference', '4f9c21ab-7e10', '--people'], '--people and --reference exclude each other'],
  [['--ways', '--people'], '--people and --ways exclude each other'],
  [['--review', '--people'], '--people and --review exclude each other'],
  [['--follow', '--since', '2h'], '--since and --follow exclude each other'],
  [['--html', 'review.html'], '--html needs --review'],
  [['--review', '--fail-on', 'old'], '--fail-on old: must be new-5xx'],
  [['--ignore', '3fa1b2c4d5', '--state', 'x'], '--ignore needs --reason'],
  [['--ignore', 'x', '--reason', 'y', '--state', 'z'], '--ignore x: must look like 3fa1b2c4d5'],
  [['--people', '--verify'], '--people and --verify exclude each other'],
  [['--dns', '127.0.0.1'], '--dns needs --verify'],
  [['--verify', '--dns', 'localhost'], '--dns localhost: must be an IP address'],
  [['--colour'], "Unknown option '--colour'"],
  [['--since'], "Option '--since <value>' argument missing"],
])('%j is refused with words', (parameters, words) => {
  const reading = parseArguments(parameters, Date.now())
  expect(reading).toEqual({ status: 'wrong', problem: expect.stringContaining(words) })
})

test('without arguments, the errors that bots met are asked for, the most frequent first', () => {
  expect(parseArguments([], Date.now())).toEqual({
    status: 'question',
    question: {
      files: [],
      filter: { audience: 'bot-filtered', since: null, until: null, bots: [], statuses: [], paths: [] },
      sorting: 'count',
      limit: 50,
      isJson: false,
      everyMs: null,
      reference: null,
      asksForWays: false,
      isFollowing: false,
      review: null,
      verify: null,
    },
  })
})

test('a length of spans asks for a histogram', () => {
  expect(parseArguments(['--every', '1h'], Date.now())).toMatchObject({
    question: { everyMs: 3_600_000 },
  })
})
