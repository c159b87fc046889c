/** Lines, and no all-clear without understanding every one. */
import { expect, test } from 'vitest'
import { createLineReader } from '@/scripts/logs/log-reader'
import { readLog, reportOn } from './runs'
import { crawlerError, logOf, sessionOpened } from './samples'

const maxLength = 1024 * 1024
const [whole, long] = ['y'.repeat(maxLength), 'x'.repeat(maxLength + 1)]

test.each<[string, string, (string | null)[]]>([
  ['of any characters', 'first\n\nzweite für uns…\r\nlast', ['first', '', 'zweite für uns…\r', 'last']],
  ['over 1 MB', `a\n${long}\n${whole}\n${long.repeat(5)}\nb\n`, ['a', null, whole, null, 'b']],
  ['behind NULs of logrotate', `first\n${'\0'.repeat(2 * maxLength)}second\n`, ['first', 'second']],
])('lines %s do not depend on the chunks', (_, text, expected) => {
  const bytes = Buffer.from(text)
  for (const size of [bytes.length < 1_000 ? 1 : 4_096, 60_000, 64 * maxLength]) {
    const lines: (string | null)[] = []
    const reader = createLineReader((line) => lines.push(line))
    for (let start = 0; start < bytes.length; start += size) reader.read(bytes.subarray(start, start + size))
    reader.end()
    expect(lines).toEqual(expected)
  }
})

const npm = [
  '',
  '> foyer@0.1.0 start',
  '> node scripts/start.ts',
  '',
  '▲ Next.js 16.4.6',
  'npm warn Unknown x',
]

test('the words of npm and Next are no fault, and withhold no all-clear', async () => {
  expect(await readLog([], logOf(...npm, sessionOpened))).toEqual({
    code: 0,
    out: expect.stringContaining('All quiet: no failure, no warning, no start, stop or outage.\n'),
    err: 'Passed over: 4 lines of words or other programs.\n',
  })
})

const entries = [crawlerError, sessionOpened]

test.each<[string, string | Buffer, string]>([
  ['no line', '', 'No lines: there was nothing to read.'],
  ['only empty lines', '\n \n\r\n', 'No lines: there was nothing to read.'],
  ['only words', logOf(...npm), '4 of 4 lines, the first is line 2 of LOG'],
  ['an access log', '10.0.0.1 - "GET / HTTP/1.1" 500\n', '1 of 1 line, the first is line 1 of LOG'],
  ['bytes', Buffer.from([0, 1, 2, 0xff, 0x0a, 0xfe]), '2 of 2 lines, the first is line 1 of LOG'],
  ['UTF-16', Buffer.from(logOf(crawlerError), 'utf16le'), 'the first is line 1 of LOG'],
  ['an unknown envelope', logOf(sessionOpened, { message: logOf(crawlerError) }), '1 of 2 lines'],
  ['another program with levels', logOf({ level: 'info', ts: 1.5, msg: 'handled' }), '1 of 1 line'],
  ['a truncated line', `${logOf(sessionOpened)}{"level":"error","time":"2026-`, '1 of 2 lines'],
  ['the end of a line', logOf('"status":500}', sessionOpened), '1 of 2 lines, the first is line 1 of LOG'],
  ['a JSON array', JSON.stringify(entries), "If it is one JSON array, jq -c '.[]' makes lines of it."],
  ['a JSON array in lines', JSON.stringify(entries, null, 2), "jq -c '.[]' makes lines of it."],
  ['a JSON array over 1 MB', JSON.stringify(Array(4_000).fill(entries)), "jq -c '.[]' makes lines of it."],
])('without understanding every line there is no all-clear: %s', async (_, log, sentence) => {
  const { code, out, err } = await readLog([], log)
  expect({ code, err }).toEqual({ code: 3, err: '' })
  expect(out).toMatch(
    /^People met: nothing in what was understood\.\nBots met: nothing in what was understood\.\n/,
  )
  expect(out).not.toContain('All quiet')
  expect(out).toContain(sentence)
})

test('errors are shown, and what was not understood is counted below them', async () => {
  const others = ['npm start', '{"level":"info","time":"2026-', '{"msg":"hello"}', '["level"]', '', '   ']
  const log = logOf(...others, { ...crawlerError, status: 'x' }, 'x'.repeat(2_000_000), crawlerError)
  const { code, out, err } = await readLog([], log + logOf(...Array(4).fill(sessionOpened)))
  expect({ code, err }).toEqual({ code: 3, err: 'Passed over: 2 lines of words or other programs.\n' })
  expect(out).toContain(`1 error in 1 group. Times are UTC.
Not understood: 4 of 11 lines, the first is line 2 of LOG (cut off, over 1 MB, or not the site's).
`)
})

test('of several logs each must be of Foyer, except for empty ones, and lines are counted in each', () => {
  const log = logOf(...npm, sessionOpened)
  expect(reportOn([log, '', log])).toMatchObject({
    lines: { otherEvents: 2, foreign: 8, notUnderstood: 0 },
    firstNotUnderstood: null,
  })
  expect(reportOn([log, logOf(...npm), logOf('{')])).toMatchObject({
    lines: { otherEvents: 1, foreign: 4, notUnderstood: 5 },
    firstNotUnderstood: { log: '2.log', line: 2 },
  })
})
