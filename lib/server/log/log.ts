import 'server-only'
import pino from 'pino'
import { siteConfig } from '@/lib/config/config'
import type { LogEvent, LogFields, LogLevel } from '@/lib/log/record'

export { boundedWriter } from './bounded'
export { takeConsole } from './console'
export { openLogOutput } from './output'
export { foldRepeats, repeatWindowMs, writtenInFull } from './repeats'

/** One event of the server as one JSON line on stdout: `log('info', 'session.opened', { userId })`. */
export function log(level: LogLevel, event: LogEvent, fields: LogFields = {}): void {
  logger()[level]({ event, ...fields })
}

/** A last guard: whatever a caller hands over by mistake, these never reach the log. */
const secretFields = ['token', 'idToken', 'cookie', 'authorization', 'password', 'email', 'body']

let known: pino.Logger | undefined

function logger(): pino.Logger {
  known ??= pino(
    {
      level: siteConfig().logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      redact: secretFields,
    },
    // All lines of the process go one way, so that they are written in order and never in the way of an answer.
    { write: (line: string) => void process.stdout.write(line) },
  )
  return known
}
