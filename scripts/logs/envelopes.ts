/** Removes what log collectors put around a line: a prefix, or a JSON object with the line inside. */
import { stripVTControlCharacters } from 'node:util'
import type { JsonObject } from '../../lib/log/error-line'

/** A line, or a part that continues in the next one; a line's object; or something that isn't the site's. */
export type Content =
  | { kind: 'line'; text: string; isPart: boolean }
  | { kind: 'object'; object: JsonObject }
  | { kind: 'foreign' }

/** Unwraps a container runtime's line: `2026-11-21T15:00:00.000000000Z stdout F {…}`; `P` marks a part. */
export function unwrapContainerLine(line: string): Content | null {
  const [prefix, stream, tag] = containerRuntime.exec(line) ?? []
  if (prefix === undefined) return null
  // The log is on stdout only.
  if (stream === 'stderr') return { kind: 'foreign' }
  return { kind: 'line', text: line.slice(prefix.length), isPart: tag === 'P' }
}

/**
 * Removes a known prefix, not any text: otherwise a visitor's input in another program's line could pass for
 * one of the site's errors.
 */
export function stripPrefix(line: string): string {
  const start = line.indexOf('{')
  if (start < 1 || start > maxPrefixLength) return line
  return knownPrefix.test(stripVTControlCharacters(line.slice(0, start))) ? line.slice(start) : line
}

/** Unwraps a collector's object. Null if its kind is unknown or it has no line. */
export function unwrapEnvelope(object: JsonObject): Content | null {
  if (typeof object.log === 'string' && typeof object.stream === 'string') return fromDocker(object)
  if ('MESSAGE' in object && '__REALTIME_TIMESTAMP' in object) return fromJournal(object)
  return fromGoogleCloud(object)
}

/**
 * Docker's json-file: `{"log":"…\n","stream":"stdout","time":"…"}`. Lines over 16 kB are split; only the last
 * part ends in `\n`.
 */
function fromDocker({ log, stream }: JsonObject): Content {
  if (stream === 'stderr') return { kind: 'foreign' }
  return { kind: 'line', text: String(log), isPart: !String(log).endsWith('\n') }
}

/** `journalctl -o json`: unprintable messages are byte arrays; without `--all`, long ones are null. */
function fromJournal({ MESSAGE: message }: JsonObject): Content | null {
  const text = Array.isArray(message) ? Buffer.from(message).toString() : message
  return typeof text === 'string' ? { kind: 'line', text, isPart: false } : null
}

/** Google Cloud Logging moves a line's `time` to the entry's `timestamp`. */
function fromGoogleCloud(entry: JsonObject): Content | null {
  const { jsonPayload, textPayload, logName, timestamp } = entry
  const isEntry = typeof logName === 'string'
  if (isEntry && /(?:\/|%2F)stderr$/.test(logName)) return { kind: 'foreign' }
  if (isObject(jsonPayload)) return { kind: 'object', object: { time: timestamp, ...jsonPayload } }
  if (typeof textPayload === 'string') return { kind: 'line', text: textPayload, isPart: false }
  // Google's own entries about requests and changes.
  return isEntry && ('httpRequest' in entry || 'protoPayload' in entry) ? { kind: 'foreign' } : null
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const maxPrefixLength = 300

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)`
/** The month in any language: `Nov`, `févr.`, `11月`. */
const month = String.raw`(?:\p{L}[\p{L}\p{M}]{1,9}\.?|\d{1,2}\p{L})`
const syslogTime = String.raw`${month} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,6})?`
/** A Kubernetes name. */
const name = '[a-z0-9][a-z0-9.-]*'

/** The files in `/var/log/pods`. */
const containerRuntime = new RegExp(`^${time} (stdout|stderr) ([FP]) `)

const knownPrefix = new RegExp(
  `^(?:${[
    // `docker compose logs`, `docker service logs`
    String.raw`[\w.@-]+ +\| (?:${time} )?`,
    // `docker logs --timestamps`, `kubectl logs --timestamps`
    `${time} `,
    // `kubectl logs --prefix`
    String.raw`\[pod/${name}/${name}\] (?:${time} )?`,
    // `stern`; before the pod its namespace, if there are several
    `(?:${name} )?${name} ${name} (?:${time} )?`,
    // `journalctl`, also with `-o short-iso` or `--no-hostname`; syslog
    String.raw`(?:${syslogTime}|${time}) (?:[\w.-]+ )?[\w.@-]+(?:\[\d+\])?: `,
  ].join('|')})$`,
  'u',
)
