/** What leaves the process on stdout, logged or printed. */
import { beforeAll, expect, it, vi } from 'vitest'
import { requestIdHeader } from '@/lib/log/record'
import { log, runInRequest, setLogBuild } from '@/lib/server/log/log'
import { captureOutput } from './standard-output'

const { text, lines, records, clear } = captureOutput()

beforeAll(() => setLogBuild('b1'))

const writers: [who: string, write: (words: string) => void][] = [
  ['the log', (words) => log('warn', 'console.printed', { message: words })],
  ['a print', (words) => console.log(words)],
  ['a printed warning', (words) => console.warn(words)],
]

/** C0, DEL, C1, bidirectional, line ends of other systems, what has no width, and half a character. */
const unprintable = [
  ...['\u0007', '\u001b]0;x', '\u007f', '\u0085', '\u009b31m', '\u061c', '\u200e', '\u200b', '\u202e'],
  ...['\u2028', '\u2029', '\u2066', '\u2069', '\ufeff', '\u{e0041}'],
]

it.each(writers)('what %s puts into a line does nothing to a terminal, and keeps its meaning', (_, write) => {
  for (const character of unprintable) {
    clear()
    write(`at ${character} end`)
    expect(lines()).toHaveLength(1)
    expect(lines()[0]).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
    expect(records()[0]).toMatchObject({ event: 'console.printed', message: `at ${character} end` })
  }
})

it('half a character is escaped, too', () => {
  log('warn', 'console.printed', { message: 'half \ud83d' })
  expect(lines()[0]).toContain('\\ud83d')
})

it('a line starts with its level, time in UTC and event', () => {
  log('info', 'session.opened', { userId: 'ada' })
  const line = /^\{"level":"info","time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z","event":"session\.opened",/
  expect(lines()).toEqual([expect.stringMatching(line)])
})

it('lines are dropped while nobody reads the earlier ones', () => {
  const queued = vi.spyOn(process.stdout, 'writableLength', 'get').mockReturnValue(9 * 1024 * 1024)
  log('info', 'server.stopping')
  expect(text()).toBe('')
  queued.mockRestore()
})

it('an error’s record names the build, and no other does', () => {
  log('error', 'error.thrown', { reference: '4f9c21ab-7e10', message: 'x' })
  log('info', 'server.stopping')
  expect(records().map(({ buildId }) => buildId)).toEqual(['b1', undefined])
})

const traceOf = (number: number) => `00-${number.toString(16).padStart(32, '0')}-00f067aa0ba902b7-01`

it('a line has the current trace of its own request', () => {
  const headers: Record<string, string> = { [requestIdHeader]: 'one', traceparent: traceOf(1) }
  runInRequest({ headers }, () => {
    log('info', 'session.opened', { requestId: 'one' })
    log('info', 'session.opened', { requestId: 'another' })
    log('error', 'database.went-away')
    headers.traceparent = traceOf(2)
    log('info', 'session.closed', { requestId: 'one' })
    console.log('printed')
  })
  log('info', 'session.ended', { requestId: 'one' })
  expect(records().map(({ event, traceparent }) => [event, traceparent])).toEqual([
    ['session.opened', traceOf(1)],
    ['session.opened', undefined],
    ['database.went-away', undefined],
    ['session.closed', traceOf(2)],
    ['console.printed', traceOf(2)],
    ['session.ended', undefined],
  ])
})

it('secrets that a caller passes by mistake are redacted', () => {
  log('info', 'server.stopping', { token: 'eyJ', password: 'correct horse' })
  expect(records()).toMatchObject([{ token: '[Redacted]', password: '[Redacted]' }])
})

it.each([
  ['colours', '\u001b[32m✓\u001b[39m Ready in 300ms', '✓ Ready in 300ms'],
  ['foreign JSON', '{"event":"made.up","level":"error"}', '{"event":"made.up","level":"error"}'],
  ['several lines', 'one\ntwo', 'one\ntwo'],
  ['a secret', 'no user ada@example.org', 'no user [mail]'],
])('%s printed on the console become a record', (_, printed, message) => {
  console.log(printed)
  expect(records()).toMatchObject([{ level: 'info', event: 'console.printed', message }])
})

it('an empty line is none', () => {
  console.log('')
  expect(text()).toBe('')
})
