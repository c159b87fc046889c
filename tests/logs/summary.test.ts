/** The first lines: what people met, what bots met, what is new, and the course of the site. */
import { expect, test } from 'vitest'
import { answerOf, readLog } from './runs'
import { crawlerError, type Fields, logOf, personError, sessionOpened, unknownRoute } from './samples'

const at = (time: string) => `2026-11-21T${time}.000Z`
const start = (time: string, buildId: string, fields: Fields = {}): Fields => ({
  ...{ level: 'info', time: at(time), event: 'server.started', version: '1.0.0', buildId },
  ...{ database: 'PostgreSQL 15.4', listensAt: 'web-1:3000', ...fields },
})
const stop = (time: string, fields: Fields = {}): Fields => ({
  ...{
    level: 'info',
    time: at(time),
    event: 'server.stopped',
    afterMs: 300,
    listensAt: 'web-1:3000',
    ...fields,
  },
})
const away = (time: string): Fields => ({
  ...{ level: 'error', time: at(time), event: 'database.went-away', code: 'ECONNREFUSED', reason: 'no' },
})
const back = (time: string, awayMs: number, visitors: number): Fields => ({
  ...{ level: 'info', time: at(time), event: 'database.came-back', awayMs, requests: visitors * 3, visitors },
})
const refused: Fields = {
  ...{ level: 'warn', time: at('09:00:00'), event: 'session.refused', code: 'token-invalid' },
}

/** The lines above the table. */
async function summaryOf(...records: Fields[]): Promise<string[]> {
  const [summary = ''] = (await answerOf([], logOf(sessionOpened, ...records))).split('\n\ncount')
  return summary.split('\n')
}

test('the first three lines say what people met, what bots met, and what is new since the last build', async () => {
  const early = { ...crawlerError, time: at('08:30:00'), name: 'Error' }
  const late = { ...personError, time: at('10:30:00') }
  const missing = { ...unknownRoute, bot: false, time: at('10:31:00') }
  expect(
    await summaryOf(start('08:00:00', 'b1'), early, stop('10:00:00'), start('10:00:01', 'b2'), late, missing),
  ).toEqual([
    'People met: 1 failure, 1 missing page.',
    'Bots met: 1 failure, without an error page.',
    'New since build b2 started, 2026-11-21 10:00: TypeError: note is undefined.',
    '',
    'What happened',
    '2026-11-21 08:00    Started: build b1, version 1.0.0, PostgreSQL 15.4',
    '2026-11-21 10:00    Stopped, 300 ms after the signal',
    '2026-11-21 10:00    Started: build b2, version 1.0.0, PostgreSQL 15.4',
  ])
})

test.each<[string, Fields[], string[]]>([
  [
    'an outage, and whom it sent to wait',
    [away('09:00:00'), back('09:00:25', 25_000, 58)],
    ['! The database was away for 25 seconds, 58 visitors sent to wait'],
  ],
  [
    'an outage of two instances as one',
    [away('09:00:00'), away('09:00:01'), back('09:00:20', 20_000, 3), back('09:00:30', 29_000, 4)],
    ['! The database was away for 30 seconds, 7 visitors sent to wait'],
  ],
  [
    'an outage that is not over',
    [away('09:00:00')],
    ['! The database was away, and is not back in this log'],
  ],
  [
    'an outage whose beginning an older log has',
    [back('09:00:25', 25_000, 0)],
    ['! The database was away for 25 seconds'],
  ],
  [
    'a process that was killed',
    [start('09:00:00', 'b1'), start('09:05:00', 'b1')],
    [
      '  Started: build b1, version 1.0.0, PostgreSQL 15.4',
      '! Started after a kill or crash: build b1, version 1.0.0, PostgreSQL 15.4',
    ],
  ],
  [
    'two instances, neither of them killed',
    [start('09:00:00', 'b1'), start('09:05:00', 'b1', { listensAt: 'web-2:3000' })],
    Array(2).fill('  Started: build b1, version 1.0.0, PostgreSQL 15.4'),
  ],
  [
    'a stop that cut requests off',
    [stop('09:00:00', { level: 'error', reason: 'time-limit', requestsCutOff: 2 })],
    ['! Stopped by force (time-limit), 2 requests cut off'],
  ],
  [
    'lines that the log lacks',
    [{ level: 'warn', time: at('09:00:00'), event: 'log.dropped', count: 12 }],
    ['! The log lacks 12 lines: nobody read it fast enough'],
  ],
])('the course of the site has %s', async (_, records, expected) => {
  const lines = await summaryOf(...records)
  const course = lines.slice(lines.indexOf('What happened') + 1)
  expect(course.map((line) => line.slice(18))).toEqual(
    expected.map((line) => expect.stringContaining(line.slice(0, 80))),
  )
  expect(lines.join()).not.toContain('All quiet')
})

test('with --since, an outage that ends in the period counts, and an earlier build is no comparison', async () => {
  const log = logOf(
    start('08:00:00', 'b1'),
    start('08:30:00', 'b2'),
    away('08:59:50'),
    back('09:00:15', 25_000, 3),
  )
  const lines = (await answerOf(['--since', '2026-11-21T09:00'], log)).split('\n')
  expect(lines[0]).toBe('People met: 3 visitors sent to wait.')
  expect(lines[2]).toBe('New: nothing to compare with, as no second build started in this time.')
  expect(lines.filter((line) => /Started|away for/.test(line))).toEqual([
    expect.stringContaining('The database was away for 25 seconds'),
  ])
})

test('with --since, a kill is told by the start before the period', async () => {
  const log = logOf(start('08:00:00', 'b1'), start('09:05:00', 'b1'))
  expect(await answerOf(['--since', '2026-11-21T09:00'], log)).toContain('Started after a kill or crash')
})

test.each<[string, Fields[], boolean]>([
  ['no more than missing pages', [unknownRoute], true],
  ['a warning', [refused], false],
  ['an error without a reference', [away('09:00:00')], false],
  ['a start', [start('09:00:00', 'b1')], false],
  ['a stop', [stop('09:00:00')], false],
  ['an outage that is over', [back('09:00:25', 25_000, 0)], false],
])('a log with %s is called quiet: %s', async (_, records, isQuiet) => {
  expect((await summaryOf(...records)).some((line) => line.startsWith('All quiet'))).toBe(isQuiet)
  const { out } = await readLog(
    ['--review', '--since', '2026-11-21', '--until', '2026-11-22'],
    logOf(...records),
  )
  expect(out.includes('All quiet') && !isQuiet).toBe(false)
})

test.each<[string[], string]>([
  [['--all'], 'session.refused: token-invalid'],
  [['--status', '503'], 'database.went-away: ECONNREFUSED, no'],
])('%j lists what has no reference', async (parameters, line) => {
  expect(await answerOf(parameters, logOf(refused, away('09:00:00')))).toContain(line)
})

test.each<[string, Fields[], number]>([
  ['an outage', [away('09:00:00'), back('09:00:25', 25_000, 58)], 4],
  [
    'an outage as there was the day before',
    [{ ...away('09:00:00'), time: '2026-11-20T09:00:00.000Z' }, away('09:00:00')],
    4,
  ],
  ['an end without a stop', [start('09:00:00', 'b1'), start('09:05:00', 'b1')], 4],
  ['a warning', [refused], 0],
  ['a roll', [start('09:00:00', 'b1'), stop('10:00:00'), start('10:00:01', 'b2')], 0],
])('--fail-on new-5xx: %s', async (_, records, code) => {
  const review = ['--review', '--since', '2026-11-21', '--until', '2026-11-22', '--fail-on', 'new-5xx']
  expect((await readLog(review, logOf(...records))).code).toBe(code)
})

test('files in any order, and a crash loop, are told in order and within bounds', async () => {
  const loop = Array.from({ length: 9_000 }, (_, index) => {
    const time = new Date(Date.UTC(2026, 10, 21) + (9_000 - index) * 1_000).toISOString()
    return { ...start('00:00:00', 'b1'), time }
  })
  const { summary } = JSON.parse(await answerOf(['--json'], logOf(...loop)))
  expect(summary.timeline.length).toBeLessThan(4_000)
  expect(summary.timeline.length + summary.forgotten).toBe(9_000)
  expect(summary.timeline.at(-1).at).toBe('2026-11-21T02:30:00.000Z')
})
