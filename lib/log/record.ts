/** The shape of a log record, and how the middleware hands one to the server. */
import type { LogEvent } from './events'

export { type EventRule, type LogEvent, logEvents, ruleOf } from './events'

/** The header that the server fills with a request's id, overwriting whatever the client sent. */
export const requestIdHeader = 'x-foyer-request-id'

export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

/** One error of a chain: all that helps to find the cause, and nothing of what a visitor typed. */
export type ErrorFacts = { name: string; message: string; stack: string }

/** Values that may stand in a record: never a token, a cookie, a mail address or a body. */
export type LogFields = Readonly<Record<string, LogValue>>
type LogValue = string | number | boolean | null | undefined | readonly string[] | readonly ErrorFacts[]

export type LogRecord = { level: LogLevel; time: string; event: LogEvent } & LogFields

/** One record, its keys in the order in which they are written. */
export function logRecord(level: LogLevel, event: LogEvent, fields: LogFields = {}): LogRecord {
  return { level, time: new Date().toISOString(), event, ...fields }
}

/** Whether a record of this level is wanted where the log is set to `threshold`. */
export function isLogged(level: LogLevel, threshold: LogLevel): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(threshold)
}

/**
 * The header of an answer with which the middleware hands over what is to be logged: it runs in a sandbox, out of reach
 * of the log. The server takes it off before the answer leaves.
 */
export const handedOverHeader = 'x-foyer-log'

/** What the middleware hands over: the arguments of `log`. */
export type HandedOver = readonly [level: LogLevel, event: LogEvent, fields: LogFields]

/** Percent-encoded, as a header holds no other characters. */
export function packForLog(...told: HandedOver): string {
  return encodeURIComponent(JSON.stringify(told))
}

/** Only what `packForLog` made. */
export function unpackForLog(header: string): HandedOver {
  return JSON.parse(decodeURIComponent(header))
}

/**
 * The text in one line, with whatever a terminal would obey, or would not show, written out: `\u001b`. JSON stays JSON
 * and means what it meant, as such characters stand in its texts only.
 */
export function printable(text: string): string {
  return text.replace(unshown, escapeCharacter)
}

/** Control and format characters (also those that turn the direction of writing), line separators, halves of pairs. */
const unshown = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** By units of UTF-16, as in JSON. */
function escapeCharacter(character: string): string {
  const units = Array.from({ length: character.length }, (_, place) => character.charCodeAt(place))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
