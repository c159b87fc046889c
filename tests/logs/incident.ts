/**
 * The log of a bad morning, as the site writes it: a roll to a build that lacks a file, 200 errors of five kinds that people and
 * bots met, PostgreSQL away for 25 s, and a process that was killed. `incident.log` is what this returns.
 */
import { vi } from 'vitest'
import { describeError, newReference } from '@/lib/errors/errors'
import { describeErrorRecord, type ErrorContext } from '@/lib/errors/record'
import type { LogEvent } from '@/lib/log/events'
import { type LogFields, type LogLevel, logRecord } from '@/lib/log/record'
import { deduplicate } from '@/lib/server/log/deduplicate'

const person = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

/** `stack` is what a browser says of the fault in the new build. */
export function incidentLog(stack: string): string {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 28, 8) })
  vi.spyOn(crypto, 'randomUUID').mockImplementation(countedId)
  vi.spyOn(crypto, 'getRandomValues').mockImplementation(countBytes)
  const lines: string[] = []
  const records = deduplicate((record) => lines.push(`${JSON.stringify(record)}\n`))
  let buildId = 'b7Qx2'

  const write = (level: LogLevel, event: LogEvent, fields: LogFields) =>
    records.add(logRecord(level, event, fields))

  function fail(userAgent: string, context: Partial<ErrorContext>, error: unknown): void {
    const requestId = crypto.randomUUID()
    const known = {
      requestId,
      status: 500,
      method: 'GET',
      path: '/app',
      place: 'render',
      hasPage: true,
    } as const
    const record = describeErrorRecord(
      { ...known, userAgent, clientAddress: '192.0.2.7', ...context },
      describeError(error),
    )
    write('error', 'error.thrown', { ...record, buildId })
    vi.advanceTimersByTime(1_500)
  }

  const times = (count: number, work: () => void) => {
    for (let index = 0; index < count; index++) work()
  }
  const thrown = (name: string, message: string, frames = '    at run (/srv/site/lib/x.ts:1:1)') =>
    Object.assign(new Error(message), { name, stack: `${name}: ${message}\n${frames}` })
  const start = () =>
    write('info', 'server.started', {
      version: '1.4.0',
      buildId,
      database: 'PostgreSQL',
      listensAt: 'web-1:3000',
    })
  const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000)

  start()
  minutes(60)
  write('info', 'server.stopped', { afterMs: 412, listensAt: 'web-1:3000' })
  vi.advanceTimersByTime(3_000)
  buildId = 'c1Rz9'
  start()
  minutes(2)
  // The new build throws in browsers.
  times(80, () =>
    fail(
      person,
      { status: null, place: 'browser' },
      thrown('TypeError', "Cannot read properties of null (reading 'text')", stack),
    ),
  )
  // It lacks a file, which its server reads, too.
  times(40, () =>
    fail(person, { path: '/app/account' }, thrown('ChunkLoadError', 'Loading chunk 4120 failed')),
  )
  times(50, () => fail(googlebot, { path: '/privacy' }, thrown('Error', "Cannot find module './4120.js'")))
  times(20, () =>
    fail(
      person,
      { path: '/api/notes', place: 'route', hasPage: false },
      thrown('RangeError', 'Invalid time value'),
    ),
  )
  times(10, () => {
    const reference = newReference()
    write('error', 'error.thrown', {
      reference,
      bot: false,
      place: 'process',
      ...describeError(thrown('Error', 'write EPIPE')),
    })
    vi.advanceTimersByTime(1_500)
  })
  minutes(5)
  write('error', 'database.went-away', { code: 'ECONNREFUSED', reason: 'connect ECONNREFUSED 10.0.0.5:5432' })
  vi.advanceTimersByTime(25_000)
  write('info', 'database.came-back', { awayMs: 25_000, requests: 204, visitors: 58 })
  minutes(10)
  start()
  minutes(1)
  records.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
  return lines.join('')
}

let ids = 0

function countedId(): ReturnType<typeof crypto.randomUUID> {
  return `${(++ids).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
}

function countBytes<Bytes extends ArrayBufferView | null>(bytes: Bytes): Bytes {
  if (bytes instanceof Uint8Array) bytes.fill(++ids % 256)
  return bytes
}
