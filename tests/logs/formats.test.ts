import { expect, test } from 'vitest'
import {
  cloudEntry,
  crawlerError,
  folded,
  logOf,
  readLog,
  reportOn,
  sessionOpened,
  unknownRoute,
} from './samples'

const records = [crawlerError, sessionOpened, folded, unknownRoute].map((record) => JSON.stringify(record))
const time = '2026-11-21T15:00:00.123456789Z'
const banner = ['', '> foyer@0.1.0 start', '> node --conditions=react-server scripts/start.ts', '']
const said = [...banner, '\u001b[32m✓\u001b[39m Ready in 204ms', ...records]
const [colour, noColour] = ['\u001b[36m', '\u001b[0m']

function prefixed(prefix: string, lines = said): string {
  return lines.map((line) => `${prefix}${line}\n`).join('')
}

const dockerLine = (log: string, stream = 'stdout') => `${JSON.stringify({ log, stream, time })}\n`

const journalEntry = (message: unknown) => ({
  _SYSTEMD_UNIT: 'foyer.service',
  __REALTIME_TIMESTAMP: '1795186800123456',
  MESSAGE: message,
  PRIORITY: '6',
  _TRANSPORT: 'stdout',
  SYSLOG_IDENTIFIER: 'npm',
  __CURSOR: 's=7e1f;i=2a;b=5c;m=1;t=6;x=9',
})

/** Cloud Logging moves a line's `time` to `timestamp`. */
const cloudEntries = [
  cloudEntry({ httpRequest: { requestMethod: 'GET', status: 500 } }, 'run.googleapis.com%2Frequests'),
  cloudEntry({ textPayload: 'Error: {"a":1}' }, 'run.googleapis.com%2Fstderr'),
  cloudEntry({ textPayload: '> foyer@0.1.0 start' }),
  ...records.map((text) => {
    const { time: _, ...jsonPayload } = JSON.parse(text)
    return cloudEntry({ jsonPayload })
  }),
].reverse()

/** A record in pieces, as runtimes split lines over 16 kB. */
const pieces = (text: string) => text.match(/.{1,50}/gs) ?? []

test.each<[string, string]>([
  ['plain', prefixed('')],
  ['npm start with CRLF', `\ufeff${prefixed('').replaceAll('\n', '\r\n')}`],
  ['docker compose logs', prefixed('site-1  | ')],
  ['docker compose logs, coloured', prefixed(`${colour}site-1  | ${noColour}`)],
  ['docker compose logs --timestamps', prefixed(`site-1  | ${time} `)],
  [
    'docker compose up, which says how it ended',
    `${prefixed('site-1  | ')}\r\u001b[Ksite-1 exited with code 0\n`,
  ],
  ['docker service logs', prefixed('site.1.q2w3e4r5t6@node-1    | ')],
  ['docker logs --timestamps', prefixed(`${time} `)],
  ['json-file', said.map((line) => dockerLine(`${line}\n`)).join('')],
  [
    'json-file with lines over 16 kB and stderr between',
    `${dockerLine('Error {\n', 'stderr')}${records
      .flatMap((text) => pieces(`${text}\n`))
      .map((piece) => dockerLine(piece) + dockerLine('{ code: 1 }\n', 'stderr'))
      .join('')}`,
  ],
  ['Kubernetes', prefixed(`${time} stdout F `)],
  [
    'Kubernetes with parts of lines and stderr between',
    records
      .flatMap((text) => [...pieces(text).map((piece) => `stdout P ${piece}`), 'stderr F {', 'stdout F '])
      .map((line) => `${time} ${line}\n`)
      .join(''),
  ],
  ['kubectl logs --prefix', prefixed('[pod/site-7d9c5b-x2x4z/site] ')],
  ['kubectl logs --prefix --timestamps', prefixed(`[pod/site-7d9c5b-x2x4z/site] ${time} `)],
  ['stern', prefixed(`${colour}site-7d9c5b-x2x4z${noColour} \u001b[96msite${noColour} `)],
  ['stern --all-namespaces --timestamps', prefixed(`shop site-7d9c5b-x2x4z site ${time} `)],
  ['journalctl', prefixed('Nov 21 15:00:00 host-1 npm[4242]: ')],
  ['journalctl in French', prefixed('févr. 05 15:00:00 host-1 npm[4242]: ')],
  ['journalctl in Russian', prefixed('ноя 21 15:00:00 host-1 npm[4242]: ')],
  ['journalctl in Japanese', prefixed('11月 21 15:00:00 host-1 npm[4242]: ')],
  ['journalctl --no-hostname', prefixed('Nov 21 15:00:00 npm[4242]: ')],
  ['journalctl -o short-iso', prefixed('2026-11-21T15:00:00+0100 host-1 npm[4242]: ')],
  ['journalctl -o json', logOf(...said.map(journalEntry))],
  ['journalctl -o json, as bytes', logOf(...said.map((line) => journalEntry([...Buffer.from(line)])))],
  ["gcloud logging read --format=json | jq -c '.[]'", logOf(...cloudEntries)],
])('%s is read as what Foyer wrote', (_, log) => {
  for (const chunkBytes of [65_536, 7]) {
    const { lines, references } = reportOn([log], { chunkBytes })
    expect(lines).toMatchObject({ errors: 3, otherEvents: 1, notUnderstood: 0 })
    expect(references.sort()).toEqual(['0a1b2c3d-4e5f', '4f9c21ab-7e10', '4f9c21ab-7e10'])
  }
})

test('the time that Google Cloud took out of a line is in its entry', () => {
  const times: number[] = []
  reportOn([logOf(...cloudEntries)], { takeError: ({ lastAt }) => times.push(lastAt) })
  expect(times).toContain(Date.parse('2026-11-21T15:00:00.123Z'))
})

test.each<[string, string]>([
  ['an unknown prefix', `LOG: ${records[0]}`],
  ["a visitor's text in another program's line", `nginx-1  | 10.0.0.1 "GET /" "${records[0]}"`],
  ['an envelope in an envelope', dockerLine(dockerLine(`${records[0]}\n`))],
  ['a line on stderr', `${time} stderr F ${records[0]}\n`],
])('%s is no error of ours', (_, log) => {
  expect(reportOn([log])).toMatchObject({
    lines: { errors: 0, otherEvents: 0, foreign: 0, notUnderstood: 1 },
    firstNotUnderstood: { log: '1.log', line: 1 },
  })
})

test.each<[string, string]>([
  ['a line whose last part did not come', `${prefixed('')}${dockerLine('{"level":')}`],
  ['a line of the journal that was too long to show', logOf(...records, journalEntry(null))],
])('%s is told', (_, log) => {
  expect(reportOn([log]).lines.notUnderstood).toBe(1)
  expect(reportOn([log], { chunkBytes: 7 }).lines.notUnderstood).toBe(1)
})

test('parts over 1 MB are passed over and told, and what follows is read', () => {
  const parts = dockerLine('x'.repeat(16_384)).repeat(100) + dockerLine('\n')
  expect(reportOn([parts + dockerLine(`${records[0]}\n`)]).lines).toMatchObject({
    errors: 1,
    notUnderstood: 1,
  })
})

test.each<[string, string]>([
  ['gcloud logging read --format=json', JSON.stringify(cloudEntries, null, 2)],
  ['one line', JSON.stringify(cloudEntries)],
  ['one line over 1 MB', JSON.stringify(Array(1_000).fill(cloudEntries).flat())],
  ['an entry a line', `\n[\n${records.join(',\n')}\n]\n`],
  ['no entry', '[]\n'],
])('a JSON array is no all-clear, and says how to hand it over: %s', async (_, log) => {
  const { code, out, err } = await readLog([], log)
  expect(code).toBe(1)
  expect(out).toContain('Not understood: ')
  expect(err).toContain('LOG is a JSON array.')
  expect(err).toContain("jq -c '.[]'")
})

test('a prefix in brackets is no array', async () => {
  const { code, err } = await readLog([], prefixed('[pod/site-7d9c5b-x2x4z/site] ', records))
  expect({ code, err }).toEqual({ code: 0, err: '' })
})
