/** What programs that keep a log make of each of its lines: an object with the line in it. */
import type { JsonObject } from './scan'

/** What is in it: the line, its object, or nothing of ours. */
export type Content =
  /** A part goes on in the next line. */
  | { kind: 'line'; text: string; isPart: boolean }
  | { kind: 'object'; object: JsonObject }
  | { kind: 'foreign' }

/** Opens an envelope. Null if the object is none that is known, or lacks the line. */
export function openEnvelope(object: JsonObject): Content | null {
  if (typeof object.log === 'string' && typeof object.stream === 'string') return fromDocker(object)
  if ('MESSAGE' in object && '__REALTIME_TIMESTAMP' in object) return fromJournal(object)
  return fromGoogleCloud(object)
}

/** Docker's json-file: `{"log":"…\n","stream":"stdout","time":"…"}`. A line over 16 kB is several, the last with its end. */
function fromDocker({ log, stream }: JsonObject): Content | null {
  if (stream === 'stderr') return { kind: 'foreign' }
  return typeof log === 'string' ? { kind: 'line', text: log, isPart: !log.endsWith('\n') } : null
}

/** `journalctl -o json`: what it takes for unprintable is a list of bytes. Without `--all`, long lines are null. */
function fromJournal({ MESSAGE: message }: JsonObject): Content | null {
  const text = Array.isArray(message) && message.every(isByte) ? Buffer.from(message).toString() : message
  return typeof text === 'string' ? { kind: 'line', text, isPart: false } : null
}

/** An entry of Google Cloud Logging, which takes the field `time` out of the line and makes it its own timestamp. */
function fromGoogleCloud(entry: JsonObject): Content | null {
  const { jsonPayload, textPayload, logName, timestamp } = entry
  const isEntry = typeof logName === 'string'
  if (isEntry && /(?:\/|%2F)stderr$/.test(logName)) return { kind: 'foreign' }
  if (isObject(jsonPayload)) return { kind: 'object', object: { time: timestamp, ...jsonPayload } }
  if (typeof textPayload === 'string') return { kind: 'line', text: textPayload, isPart: false }
  // Google's own lines on requests and changes.
  return isEntry && ('httpRequest' in entry || 'protoPayload' in entry) ? { kind: 'foreign' } : null
}

function isByte(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 255
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
