/** Removes what log collectors put around a line: a prefix, or a JSON object with the line inside. */
import { stripVTControlCharacters } from 'node:util'
import { isJsonObject } from '../../lib/json'
import type { JsonObject } from '../../lib/log/error-line'

/**
 * Removes a known prefix, not any text: otherwise a visitor's input in another program's line could pass for
 * one of the site's errors.
 */
export function stripPrefix(line: string): string {
  const start = line.indexOf('{')
  if (start < 1 || start > maxPrefixLength) return line
  return knownPrefix.test(stripVTControlCharacters(line.slice(0, start))) ? line.slice(start) : line
}

/** What Google Cloud Logging has around a line: its text, its object, or `foreign` if the line isn't the site's. */
export type Content = { text: string } | { object: JsonObject } | 'foreign'

/** Unwraps an entry of Google Cloud Logging; null if it's none. The line's `time` is moved to the entry's `timestamp`. */
export function unwrapCloudEntry(entry: JsonObject): Content | null {
  const { jsonPayload, textPayload, logName, timestamp } = entry
  const isEntry = typeof logName === 'string'
  if (isEntry && /(?:\/|%2F)stderr$/.test(logName)) return 'foreign'
  if (isJsonObject(jsonPayload)) return { object: { time: timestamp, ...jsonPayload } }
  if (typeof textPayload === 'string') return { text: textPayload }
  // Google's own entries about requests and changes.
  return isEntry && ('httpRequest' in entry || 'protoPayload' in entry) ? 'foreign' : null
}

const maxPrefixLength = 300

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)`
/** The month in any language: `Nov`, `févr.`, `11月`. */
const month = String.raw`(?:\p{L}[\p{L}\p{M}]{1,9}\.?|\d{1,2}\p{L})`
const syslogTime = String.raw`${month} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,6})?`
/** A Kubernetes name. */
const name = '[a-z0-9][a-z0-9.-]*'

const knownPrefix = new RegExp(
  `^(?:${[
    // `docker compose logs`, `docker service logs`
    String.raw`[\w.@-]+ +\| (?:${time} )?`,
    // `docker logs --timestamps`, `kubectl logs --timestamps`
    `${time} `,
    // `kubectl logs --prefix`
    String.raw`\[pod/${name}/${name}\] (?:${time} )?`,
    // `journalctl`, also with `-o short-iso` or `--no-hostname`; syslog
    String.raw`(?:${syslogTime}|${time}) (?:[\w.-]+ )?[\w.@-]+(?:\[\d+\])?: `,
  ].join('|')})$`,
  'u',
)
