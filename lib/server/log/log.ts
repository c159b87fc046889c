import 'server-only'
import type { Writable } from 'node:stream'
import pino from 'pino'
import { siteConfig } from '@/lib/config/config'
import {
  isLogged,
  type LogEvent,
  type LogFields,
  type LogLevel,
  logRecord,
  printable,
} from '@/lib/log/record'
import { oncePerProcess } from '@/lib/server/process'
import { deduplicate } from './deduplicate'

export { deduplicate, repeatWindowMs, writtenInFull } from './deduplicate'

/** One event of the server as one JSON line on stdout: `log('info', 'session.opened', { userId })`. */
export function log(level: LogLevel, event: LogEvent, fields: LogFields = {}): void {
  if (!isLogged(level, siteConfig().logLevel)) return
  const { records, buildId } = shared()
  // What has a reference is an error, or a page that is not there: there it matters which build it was.
  records.add(logRecord(level, event, fields.reference && buildId ? { ...fields, buildId } : fields))
}

/** Names the build in each record of an error from now on. */
export function nameBuildInLog(buildId: string): void {
  shared().buildId = buildId
}

/**
 * Writes to a stream without ever waiting for its reader. While more than `mostWaiting` characters wait, lines are
 * dropped; how many is the first that is written when there is room again.
 */
export function boundedWriter(stream: Writable, mostWaiting: number): (line: string) => void {
  let dropped = 0

  function put(line: string): void {
    if (stream.writableLength > mostWaiting) dropped += 1
    else stream.write(line)
  }

  function tellDropped(): void {
    if (dropped === 0 || stream.writableLength > mostWaiting / 2) return
    const count = dropped
    dropped = 0
    put(`${JSON.stringify(logRecord('warn', 'log.dropped', { count }))}\n`)
  }

  setInterval(tellDropped, tellDroppedEveryMs).unref()
  // A reader that has gone, as of `npm start | head`, takes its log with it, not the site.
  stream.on('error', () => undefined)
  return put
}

const tellDroppedEveryMs = 1_000

/** What may wait for a slow reader. Beyond it lines are dropped, and counted. */
const mostWaitingCharacters = 8 * 1024 * 1024

/** A last guard: whatever a caller hands over by mistake, these never reach the log. */
const secretFields = ['token', 'idToken', 'cookie', 'authorization', 'password', 'email', 'body']

type Log = { records: ReturnType<typeof deduplicate>; buildId: string | null }

const shared = () => oncePerProcess('log', openLog)

function openLog(): Log {
  const put = boundedWriter(process.stdout, mostWaitingCharacters)
  const logger = pino(
    {
      level: 'debug',
      base: null,
      timestamp: false,
      formatters: { level: (level) => ({ level }) },
      redact: secretFields,
    },
    // What anybody has put into a line must not do anything to the terminal of its reader.
    { write: (line: string) => put(`${printable(line.trimEnd())}\n`) },
  )
  const records = deduplicate(({ level, ...fields }) => logger[level](fields))
  process.on('exit', records.close)
  return { records, buildId: null }
}
