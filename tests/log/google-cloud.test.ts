/** What leaves the process with `LOG_FORMAT=gcp`: our fields first, then those that Google Cloud reads. */
import { beforeAll, expect, test, vi } from 'vitest'
import { describeError } from '@/lib/errors/errors'
import { describeErrorRecord } from '@/lib/errors/record'
import { withGoogleFields } from '@/lib/log/google-fields'
import { logRecord, requestIdHeader } from '@/lib/log/record'
import { log, repeatWindowMs, runInRequest } from '@/lib/server/log/log'
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
const headers = { [requestIdHeader]: requestId, traceparent }

const context = {
  requestId,
  status: 500,
  method: 'GET',
  path: '/share/broken?secret=x',
  userAgent: null,
  place: 'render' as const,
  hasPage: true,
}

test('an error has what Error Reporting groups by, its request and its trace', () => {
  const thrown = new TypeError('note is undefined')
  runInRequest({ headers }, () =>
    log('error', 'error.thrown', describeErrorRecord(context, describeError(thrown))),
  )
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
  })
  expect(record?.stack_trace).toBe(record?.stack)
  expect(record?.stack_trace).toMatch(/^TypeError: note is undefined\n {4}at /)
})

test('a stack of a browser that has no message on top gets it, and without a stack there is none', () => {
  const stackOf = (stack: string) =>
    Reflect.get(withGoogleFields({ name: 'TypeError', message: 'x is not', stack }, null), 'stack_trace')
  expect(stackOf('show@https://www.example.com/a.js:1:2')).toBe(
    'TypeError: x is not\nshow@https://www.example.com/a.js:1:2',
  )
  expect(stackOf('')).toBeUndefined()
})

test.each([
  ['debug', 'DEBUG'],
  ['info', 'INFO'],
  ['warn', 'WARNING'],
  ['error', 'ERROR'],
] as const)('the level %s is the severity %s, and a print has it, too', (level, severity) => {
  log(level, 'server.stopping')
  console[level](`printed as ${level}`)
  expect(records()).toMatchObject([
    { level, event: 'server.stopping', severity },
    { level, event: 'console.printed', severity, message: `printed as ${level}` },
  ])
})

test.each([
  [
    logRecord('info', 'route.unknown', { method: 'GET', path: '/a', status: 404 }),
    'route.unknown GET /a 404',
  ],
  [logRecord('warn', 'session.refused', { clientAddress: '192.0.2.1', code: 'bad' }), 'session.refused bad'],
  [logRecord('info', 'server.stopping'), 'server.stopping'],
  [
    logRecord('error', 'server.stopped', { reason: 'time-limit', requestsCutOff: 1 }),
    'server.stopped time-limit',
  ],
])('an event without a message of its own gets words', (record, words) => {
  expect(withGoogleFields(record, null)).toMatchObject({ message: words })
})

test('a line that sums up many says how many, and has the severity of each', () => {
  for (let number = 0; number < 10; number++) log('warn', 'session.limited', { code: 'too-many' })
  vi.advanceTimersByTime(repeatWindowMs)
  expect(records().at(-1)).toMatchObject({
    severity: 'WARNING',
    message: 'session.limited.repeated (5 times) too-many',
    count: 5,
  })
})

test('the trace of no known project is named by its ID', () => {
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
  const worst = () => {
    const fault = new Error(`${'\u0007'.repeat(1_000)}${Math.random()}`)
    fault.stack = '\u009b'.repeat(4_000)
    return fault
  }
  const outer = worst()
  let inner: Error = outer
  for (let depth = 0; depth < 5; depth++) {
    inner.cause = worst()
    inner = inner.cause as Error
  }
  const path = `/${'\u202e'.repeat(500)}`
  runInRequest({ headers }, () =>
    log('error', 'error.thrown', describeErrorRecord({ ...context, path }, describeError(outer))),
  )
  expect(Buffer.byteLength(text())).toBeGreaterThan(150_000)
  expect(Buffer.byteLength(text())).toBeLessThan(256_000)
})
