import 'server-only'
import pino from 'pino'
import { siteConfig } from '../config'
import type { LogFields, LogLevel } from '../log'

/** One event of the server as one JSON line on stdout: `log('info', 'session.opened', { userId })`. */
export function log(level: LogLevel, event: string, fields: LogFields = {}): void {
  logger()[level]({ event, ...fields })
}

/** A last guard: whatever a caller hands over by mistake, these never reach the log. */
const secretFields = ['token', 'idToken', 'cookie', 'authorization', 'password', 'email', 'body']

let known: pino.Logger | undefined

function logger(): pino.Logger {
  known ??= pino({
    level: siteConfig().logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    redact: secretFields,
  })
  return known
}
