import { expect, test } from 'vitest'
import { options, parseArguments, parseMoment, usage } from '@/scripts/logs/arguments'

const now = Date.UTC(2026, 10, 21, 15, 30)

test.each<[string[], string]>([
  [['--since', 'yesterday'], '--since yesterday: must be a date'],
  [['--until', '2026-02-31'], '--until 2026-02-31: must be a date'],
  [['--status', '404,never'], '--status 404,never: must be a status'],
  [['--reference', '4f9c'], '--reference 4f9c: must look like 4f9c21ab-7e10'],
  [['--people', '--all'], '--people does not go with --all'],
  [['--reference', '4f9c21ab-7e10', '--people'], '--people does not go with --reference'],
  [['--review', '--people'], '--people does not go with --review'],
  [['--follow', '--since', '2h'], '--since does not go with --follow'],
  [['--html', 'review.html'], '--html does not go with a table'],
  [['--review', '--fail-on', 'old'], '--fail-on old: must be new-5xx'],
  [['--color'], "Unknown option '--color'"],
  [['--since'], "Option '--since <value>' argument missing"],
])('%j is refused with words', (args, words) => {
  expect(parseArguments(args, now)).toEqual({ status: 'wrong', problem: expect.stringContaining(words) })
})

test('the help names every option, and no other', () => {
  const named = [...usage.matchAll(/--([a-z][a-z-]*)/g)].map(([, name]) => name)
  expect(new Set(named)).toEqual(new Set(Object.keys(options)))
})

test.each<[string, string | null]>([
  ['2026-11-21', '2026-11-21T00:00:00.000Z'],
  ['2026-11-21T15:00', '2026-11-21T15:00:00.000Z'],
  ['2026-11-21 15:00:30', '2026-11-21T15:00:30.000Z'],
  ['2026-11-21T15:00+02:00', '2026-11-21T13:00:00.000Z'],
  ['1.5h', '2026-11-21T14:00:00.000Z'],
  ['2w', '2026-11-07T15:30:00.000Z'],
  ...['', '2026', '11/21/2026', '2026-02-31', '2026-11-21T25:00', '7', '-2h', '2 h', '2y'].map(
    (text): [string, null] => [text, null],
  ),
])('the moment %j is %s', (text, moment) => {
  expect(parseMoment(text, now)).toBe(moment === null ? null : Date.parse(moment))
})
