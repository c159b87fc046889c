/** What leaves the process on stdout, whoever has written it. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { logRecord } from '@/lib/log/record'
import { log, openLogOutput, repeatWindowMs, takeConsole, writtenInFull } from '@/lib/server/log/log'

const { stdout } = process
const printers = { write: stdout.write, error: console.error, warn: console.warn }
let text = ''
const reported: unknown[] = []

beforeAll(() => {
  stdout.write = ((chunk: string) => {
    text += chunk
    return true
  }) as typeof stdout.write
  openLogOutput({ buildId: 'b1', onRecord: (record) => reported.push(record.reference) })
  takeConsole(() => undefined)
})
afterAll(() => {
  stdout.write = printers.write
  console.error = printers.error
  console.warn = printers.warn
})
beforeEach(() => {
  vi.useFakeTimers()
  text = ''
})
afterEach(() => {
  vi.advanceTimersByTime(repeatWindowMs)
  vi.useRealTimers()
})

const lines = () => text.split('\n').slice(0, -1)
const records = (): Record<string, unknown>[] => lines().map((line) => JSON.parse(line))

const writers: [who: string, write: (words: string) => void][] = [
  ['the log', (words) => log('warn', 'console.printed', { message: words })],
  [
    'the middleware',
    (message) => stdout.write(`${JSON.stringify(logRecord('warn', 'console.printed', { message }))}\n`),
  ],
  ['a print', (words) => stdout.write(`${words}\n`)],
  ['a printed warning', (words) => console.warn(words)],
  ['bytes', (words) => stdout.write(Buffer.from(`${words}\n`))],
]

/** C0, DEL, C1, bidirectional, line ends of other systems, what has no width, and half a character. */
const unshown = [
  '\u0007',
  '\u001b]0;x',
  '\u007f',
  '\u0085',
  '\u009b31m',
  '\u061c',
  '\u200e',
  '\u200b',
  '\u202e',
]
unshown.push('\u2028', '\u2029', '\u2066', '\u2069', '\ufeff', '\u{e0041}')

it.each(writers)(
  'what %s puts into a line does nothing to a terminal, and means what it meant',
  (_, write) => {
    for (const character of unshown) {
      text = ''
      write(`at ${character} end`)
      expect(lines()).toHaveLength(1)
      expect(lines()[0]).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
      expect(records()[0]).toMatchObject({ event: 'console.printed', message: `at ${character} end` })
    }
  },
)

it('half a character is written out, too', () => {
  log('warn', 'console.printed', { message: 'half \ud83d' })
  expect(lines()[0]).toContain('\\ud83d')
})

it.each(writers)('ten thousand times what %s writes are six lines, and the sum is right', (_, write) => {
  for (let number = 0; number < 10_000; number++) write('the same')
  vi.advanceTimersByTime(repeatWindowMs)
  expect(lines()).toHaveLength(writtenInFull + 1)
  expect(records().at(-1)).toMatchObject({ event: 'console.printed.repeated', count: 10_000 - writtenInFull })
})

it.each(['session.refused', 'session.limited', 'request.cross-site', 'access.refused'] as const)(
  'ten thousand %s are six lines',
  (event) => {
    for (let number = 0; number < 10_000; number++)
      log('warn', event, {
        requestId: crypto.randomUUID(),
        clientAddress: '192.0.2.1',
        code: 'x',
        userId: 'ada',
      })
    vi.advanceTimersByTime(repeatWindowMs)
    expect(lines()).toHaveLength(writtenInFull + 1)
  },
)

it('an error’s record is announced, and names the build', () => {
  log('error', 'error.thrown', { reference: '4f9c21ab-7e10', message: 'x' })
  expect(reported).toEqual(['4f9c21ab-7e10'])
  expect(records()).toMatchObject([{ event: 'error.thrown', buildId: 'b1' }])
})

it.each([
  ['colours', '\u001b[32m✓\u001b[39m Ready in 300ms\n', '✓ Ready in 300ms'],
  ['JSON of somebody else', '{"event":"made.up","level":"error"}\n', '{"event":"made.up","level":"error"}'],
  ['half a record', '{"event":"error.thrown",\n', '{"event":"error.thrown",'],
  ['several lines', 'one\ntwo\n', 'one\ntwo'],
  ['a secret', 'no user ada@example.org\n', 'no user [mail]'],
])('%s printed on stdout become a record', (_, printed, message) => {
  stdout.write(printed)
  expect(records()).toMatchObject([{ level: 'info', event: 'console.printed', message }])
})

it('an empty line is none', () => {
  stdout.write('\n')
  expect(text).toBe('')
})
