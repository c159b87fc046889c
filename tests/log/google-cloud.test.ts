/** What leaves the process with `LOG_FORMAT=gcp`: our fields first, then those that Google Cloud reads. */
import { beforeAll, expect, test, vi } from 'vitest'
import { describeError } from '@/lib/errors/errors'
import { describeErrorRecord } from '@/lib/errors/record'
import { withGoogleFields } from '@/lib/log/google-fields'
import { logRecord, requestIdHeader } from '@/lib/log/record'
import { repeatWindowMs } from '@/lib/server/log/deduplicate'
import { log, runInRequest } from '@/lib/server/log/log'
import { captureOutput } from './standard-output'

beforeAll(() => {
  vi.stubEnv('LOG_FORMAT', 'gcp')
  vi.stubEnv('LOG_LEVEL', 'debug')
  vi.stubEnv('GOOGLE_CLOUD_PROJECT', 'my-project')
})

const { text, records } = captureOutput()

const requestId = '4f9c21ab-7e10-4c2b-9a55-0123456789ab'
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`

function logError(path: string, thrown: Error): void {
  const request = { requestId, status: 500, method: 'GET', path, userAgent: null, hasPage: true }
  const record = describeErrorRecord({ ...request, place: 'render' }, describeError(thrown))
  const headers = { [requestIdHeader]: requestId, traceparent }
  runInRequest({ headers }, () => log('error', 'error.thrown', record))
}

test('an error has what Error Reporting groups by, its request and its trace', () => {
  logError('/share/broken?secret=x', new TypeError('note is undefined'))
  expect(text()).toMatch(/^\{"level":"error","time":"[^"]+","event":"error\.thrown","/)
  const [record] = records()
  expect(record).toMatchObject({
    severity: 'ERROR',
    message: 'note is undefined',
    httpRequest: { requestMethod: 'GET', requestUrl: '/share/broken', status: 500 },
    'logging.googleapis.com/trace': `projects/my-project/traces/${traceId}`,
    'logging.googleapis.com/spanId': '00f067aa0ba902b7',
    'logging.googleapis.com/trace_sampled': true,
    traceparent,
    stack_trace: record?.stack,
  })
  expect(record?.stack_trace).toMatch(/^TypeError: note is undefined\n {4}at /)
})

test('a stack without a message on top gets it, and without a stack there is none', () => {
  const stackOf = (stack: string) =>
    Reflect.get(withGoogleFields({ name: 'TypeError', message: 'x is not', stack }, null), 'stack_trace')
  const frame = 'show@https://www.example.com/a.js:1:2'
  expect([stackOf(frame), stackOf('')]).toEqual([`TypeError: x is not\n${frame}`, undefined])
})

test.each([
  ['debug', 'DEBUG'],
  ['info', 'INFO'],
  ['warn', 'WARNING'],
  ['error', 'ERROR'],
] as const)('the level %s is the severity %s, also of printed lines', (level, severity) => {
  log(level, 'server.stopping')
  console[level](`printed as ${level}`)
  expect(records()).toMatchObject([
    { level, event: 'server.stopping', severity },
    { level, event: 'console.printed', severity, message: `printed as ${level}` },
  ])
})

test.each([
  ['route.unknown', { method: 'GET', path: '/a', status: 404 }, 'route.unknown GET /a 404'],
  ['session.refused', { clientAddress: '192.0.2.1', code: 'bad' }, 'session.refused bad'],
  ['server.stopping', {}, 'server.stopping'],
  ['server.stopped', { reason: 'time-limit', requestsCutOff: 1 }, 'server.stopped time-limit'],
] as const)('%s with %j gets the message %s', (event, fields, message) => {
  expect(withGoogleFields(logRecord('info', event, fields), null)).toMatchObject({ message })
})

test('a line that sums up many says how many, and has their severity', () => {
  for (let number = 0; number < 10; number++) log('warn', 'session.limited', { code: 'too-many' })
  vi.advanceTimersByTime(repeatWindowMs)
  const message = 'session.limited.repeated (5 times) too-many'
  expect(records().at(-1)).toMatchObject({ severity: 'WARNING', message, count: 5 })
})

test('without a project the trace is only its ID', () => {
  const fields = withGoogleFields({ ...logRecord('info', 'server.stopping'), traceparent }, null)
  expect(fields).toMatchObject({ 'logging.googleapis.com/trace': traceId })
})

test('what strangers cause stays within its budget, though lines are longer', () => {
  for (let number = 0; number < 3_000; number++) {
    const path = `/${number}/${'x'.repeat(480)}`
    log('info', 'route.unknown', { status: 404, method: 'GET', path, bot: false, rendered: true })
    if (number % 200 === 199) vi.advanceTimersByTime(repeatWindowMs)
  }
  expect(text().length).toBeGreaterThan(1024 * 1024)
  expect(text().length).toBeLessThan(1024 * 1024 + 16 * 48 * 1024)
})

test('no line is longer than the 256 KB that Google takes', () => {
  let worst: Error | undefined
  for (let depth = 0; depth < 6; depth++) {
    worst = new Error(`${'\u0007'.repeat(1_000)}${depth}`, { cause: worst })
    worst.stack = '\u009b'.repeat(4_000)
  }
  logError(`/${'\u202e'.repeat(500)}`, worst as Error)
  expect(Buffer.byteLength(text())).toBeGreaterThan(150_000)
  expect(Buffer.byteLength(text())).toBeLessThan(256_000)
})
