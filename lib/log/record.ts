/** Log records. */
import type { LogEvent } from './events'

/** Request header that the server sets to the request's ID, whatever the client sent. */
export const requestIdHeader = 'x-foyer-request-id'

export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

/** One error of a cause chain, without user input. */
export type ErrorFacts = { name: string; message: string; stack: string }

/** Never tokens, cookies, email addresses or request bodies. */
export type LogFields = Readonly<Record<string, LogValue>>
type LogValue = string | number | boolean | null | undefined | readonly string[] | readonly ErrorFacts[]

export type LogRecord = { level: LogLevel; time: string; event: LogEvent } & LogFields

/** Creates a record with its keys in output order. */
export function logRecord(level: LogLevel, event: LogEvent, fields: LogFields = {}): LogRecord {
  return { level, time: new Date().toISOString(), event, ...fields }
}

/**
 * Escapes line breaks and characters that a terminal would interpret or hide, such as `\u001b`. JSON keeps its meaning, as
 * such characters only occur in its strings.
 */
export function printable(text: string): string {
  return text.replace(unprintable, escapeCharacter)
}

/** Control and format characters (including bidirectional controls), line separators and lone surrogates. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** By UTF-16 code unit, as in JSON. */
function escapeCharacter(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
