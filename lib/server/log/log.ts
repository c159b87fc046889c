import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { Writable } from 'node:stream'
import { siteConfig } from '@/lib/config/config'
import type { LogEvent } from '@/lib/log/events'
import { withGoogleFields } from '@/lib/log/google-fields'
import {
  type LogFields,
  type LogLevel,
  logLevels,
  logRecord,
  printable,
  requestIdHeader,
} from '@/lib/log/record'
import { oncePerProcess } from '@/lib/server/process'
import { deduplicate } from './deduplicate'

/** Writes an event as one JSON log line on stdout: `log('info', 'session.opened', { userId })`. */
export function log(level: LogLevel, event: LogEvent, fields: LogFields = {}): void {
  if (logLevels.indexOf(level) < logLevels.indexOf(siteConfig().logLevel)) return
  const { records, buildId } = shared()
  const trace = currentTraceparent(fields.requestId)
  records.add(
    logRecord(level, event, {
      ...fields,
      // Records with a reference are errors or missing pages, where the build matters.
      ...(fields.reference && buildId ? { buildId } : {}),
      ...(trace ? { traceparent: trace } : {}),
    }),
  )
}

/** Adds the build to all later error records. */
export function setLogBuild(buildId: string): void {
  shared().buildId = buildId
}

/** Runs the work in the context of this request, whose ID is in its header. */
export function runInRequest(request: RequestWithHeaders, work: () => void): void {
  current.run({ id: String(request.headers[requestIdHeader]), request }, work)
}

/** The current request's ID; null outside of requests. */
export function currentRequestId(): string | null {
  return current.getStore()?.id ?? null
}

/** A valid `traceparent` (https://www.w3.org/TR/trace-context/) of its first version; null for anything else, such as two joined. */
export function parseTraceparent(header: unknown): string | null {
  return typeof header === 'string' && traceparentPattern.test(header) ? header : null
}

/**
 * Returns a function that writes a line to a stream without waiting for its reader. It drops lines while more than
 * `maxQueued` characters are queued, and logs how many once they are read.
 */
export function boundedWriter(stream: Writable, maxQueued: number): (line: string) => void {
  let dropped = 0

  function writeLine(line: string): void {
    if (stream.writableLength > maxQueued) dropped += 1
    else stream.write(line)
  }

  stream.on('drain', () => {
    if (dropped === 0) return
    const count = dropped
    dropped = 0
    writeLine(describeLine(logRecord('warn', 'log.dropped', { count })))
  })
  // A reader that goes away (`npm start | head`) must not crash the site.
  stream.on('error', () => undefined)
  return writeLine
}

type RequestWithHeaders = Pick<IncomingMessage, 'headers'>
type CurrentRequest = { id: string; request: RequestWithHeaders }

/** The request that the current async context belongs to. */
const current = oncePerProcess('current-request', () => new AsyncLocalStorage<CurrentRequest>())

/**
 * The trace of the current request if it has this ID. Null for any other: a database connection stays in the context of the
 * request that opened it. With OpenTelemetry, Next puts its own span into the header.
 */
function currentTraceparent(requestId: unknown): string | null {
  const { id, request } = current.getStore() ?? {}
  return request && id === requestId ? parseTraceparent(request.headers.traceparent) : null
}

/** Neither ID may be all zeros. */
const traceparentPattern = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

const maxQueuedCharacters = 8 * 1024 * 1024

/** Redacted if a caller passes them by mistake. */
const secretFields = ['token', 'idToken', 'cookie', 'authorization', 'password', 'email', 'body']

type Log = { records: ReturnType<typeof deduplicate>; buildId: string | null }

const shared = () => oncePerProcess('log', createLog)

function createLog(): Log {
  const writeLine = boundedWriter(process.stdout, maxQueuedCharacters)
  const records = deduplicate((record) => {
    const line = describeLine(record)
    writeLine(line)
    return line.length
  })
  process.on('exit', records.close)
  return { records, buildId: null }
}

/** A record's line, which must not control the reader's terminal. With Google's fields if `LOG_FORMAT` asks for them. */
function describeLine(record: Readonly<Record<string, unknown>>): string {
  const { logFormat, googleProject } = siteConfig()
  const fields = logFormat === 'gcp' ? withGoogleFields(record, googleProject) : record
  const redacted = (field: string, value: unknown) => (secretFields.includes(field) ? '[Redacted]' : value)
  return `${printable(JSON.stringify(fields, redacted))}\n`
}
