/** What collectors make of Foyer's lines, and Google's fields in them. */
import { expect, test } from 'vitest'
import { withGoogleFields } from '@/lib/log/google-fields'
import { answerOf, reportOn } from './runs'
import { crawlerError, folded, logOf, sessionOpened, unknownRoute } from './samples'

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const objects = [crawlerError, sessionOpened, folded, unknownRoute].map((line) => ({ ...line, traceparent }))
const written = objects.map((line): Record<string, unknown> => withGoogleFields(line, 'my-project'))
const lines = objects.map((line) => JSON.stringify(line))
const time = '2026-11-21T15:00:00.123456789Z'
const banner = ['', '> foyer@0.1.0 start', '> node --conditions=react-server scripts/start.ts', '']
const output = [...banner, '\u001b[32m✓\u001b[39m Ready in 204ms', ...lines]
const [color, noColor] = ['\u001b[36m', '\u001b[0m']

const prefixed = (prefix: string, texts = output) => texts.map((line) => `${prefix}${line}\n`).join('')

/** An entry of Cloud Logging, as `gcloud` prints it. */
const cloudEntry = (payload: object, log = 'stdout') => ({
  ...{ insertId: '6920aa30', logName: `projects/my-project/logs/run.googleapis.com%2F${log}` },
  ...{ receiveTimestamp: time, timestamp: time, resource: { type: 'cloud_run_revision' } },
  ...payload,
})

const cloudEntries = [
  cloudEntry({ httpRequest: { requestMethod: 'GET', status: 500 } }, 'requests'),
  cloudEntry({ textPayload: 'Error: {"a":1}' }, 'stderr'),
  cloudEntry({ textPayload: '> foyer@0.1.0 start' }),
  ...objects.map(({ time: _, ...jsonPayload }) => cloudEntry({ jsonPayload })),
].reverse()

/** Cloud Logging moves Google's fields to the entry, and sorts the others. */
const googleEntries = written.map(({ time: timestamp, severity, httpRequest, ...line }) => {
  const own = Object.entries(line).filter(([name]) => !name.startsWith('logging.googleapis.com/'))
  const jsonPayload = Object.fromEntries(own.sort(([a], [b]) => (a < b ? -1 : 1)))
  return cloudEntry({ timestamp, severity, httpRequest, trace: 'x', spanId: 'y', jsonPayload })
})

const pod = 'site-7d9c5b-x2x4z'

test.each<[string, string]>([
  ['plain', prefixed('')],
  ['npm start with CRLF', `\ufeff${prefixed('').replaceAll('\n', '\r\n')}`],
  ['docker compose logs', prefixed('site-1  | ')],
  ['docker compose logs, colored', prefixed(`${color}site-1  | ${noColor}`)],
  ['docker compose logs --timestamps', prefixed(`site-1  | ${time} `)],
  ['docker compose up with the exit', `${prefixed('site-1  | ')}\r\u001b[Ksite-1 exited with code 0\n`],
  ['docker service logs', prefixed('site.1.q2w3e4r5t6@node-1    | ')],
  ['docker logs --timestamps', prefixed(`${time} `)],
  ['kubectl logs --prefix', prefixed(`[pod/${pod}/site] `)],
  ['kubectl logs --prefix --timestamps', prefixed(`[pod/${pod}/site] ${time} `)],
  ['journalctl', prefixed('Nov 21 15:00:00 host-1 npm[4242]: ')],
  ['journalctl in French', prefixed('févr. 05 15:00:00 host-1 npm[4242]: ')],
  ['journalctl in Russian', prefixed('ноя 21 15:00:00 host-1 npm[4242]: ')],
  ['journalctl in Japanese', prefixed('11月 21 15:00:00 host-1 npm[4242]: ')],
  ['journalctl --no-hostname', prefixed('Nov 21 15:00:00 npm[4242]: ')],
  ['journalctl -o short-iso', prefixed('2026-11-21T15:00:00+0100 host-1 npm[4242]: ')],
  ["gcloud logging read --format=json | jq -c '.[]'", logOf(...cloudEntries)],
  ['LOG_FORMAT=gcp', logOf(...written)],
  ['LOG_FORMAT=gcp by gcloud logging read', logOf(...googleEntries)],
])('%s is read as what Foyer wrote', (_, log) => {
  for (const chunkBytes of [65_536, 7]) {
    const report = reportOn([log], chunkBytes)
    expect(report.lines).toMatchObject({ errors: 3, otherEvents: 1, notUnderstood: 0 })
    expect(report.references.sort()).toEqual(['0a1b2c3d-4e5f', '4f9c21ab-7e10', '4f9c21ab-7e10'])
  }
})

test('the time that Google Cloud took out of a line is in its entry', () => {
  const times: number[] = []
  reportOn([logOf(...cloudEntries)], 65_536, ({ lastAt }) => times.push(lastAt))
  expect(times).toContain(Date.parse('2026-11-21T15:00:00.123Z'))
})

test('an entry of Cloud Logging in full says nothing twice', async () => {
  const shown = await answerOf(['--reference', '4f9c21ab-7e10'], logOf(...googleEntries))
  expect(shown).toMatch(new RegExp(`^traceparent +${traceparent}$`, 'm'))
  expect(shown).not.toMatch(/^(stack_trace|message)/m)
})

test.each<[string, string]>([
  ['an unknown prefix', `LOG: ${lines[0]}`],
  ["a visitor's text in another program's line", `nginx-1  | 10.0.0.1 "GET /" "${lines[0]}"`],
  [
    'an entry in an entry',
    logOf(cloudEntry({ textPayload: JSON.stringify(cloudEntry({ textPayload: lines[0] })) })),
  ],
])('%s is no error of Foyer', (_, log) => {
  expect(reportOn([log])).toMatchObject({
    lines: { errors: 0, otherEvents: 0, foreign: 0, notUnderstood: 1 },
    firstNotUnderstood: { log: '1.log', line: 1 },
  })
})
