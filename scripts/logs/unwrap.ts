/** Takes off what collectors of logs put around a line: a prefix before it, or a JSON object with the line in it. */

export type JsonObject = Readonly<Record<string, unknown>>

/** A line, or a part of one that continues in the next; its object; or something that isn't ours. */
export type Content =
  | { kind: 'line'; text: string; isPart: boolean }
  | { kind: 'object'; object: JsonObject }
  | { kind: 'foreign' }

/** The line of a container runtime: `2026-11-21T15:00:00.000000000Z stdout F {…}`, `P` for a part of a line. */
export function openContainerLine(line: string): Content | null {
  const [prefix, stream, tag] = containerRuntime.exec(line) ?? []
  if (prefix === undefined) return null
  // Nothing on stderr is ours.
  if (stream === 'stderr') return { kind: 'foreign' }
  return { kind: 'line', text: line.slice(prefix.length), isPart: tag === 'P' }
}

/**
 * The line without a known prefix. Only known ones are removed: after arbitrary text, a visitor's input in another
 * program's line could pass for one of our errors.
 */
export function withoutPrefix(line: string): string {
  const place = line.indexOf('{')
  if (place < 1 || place > longestPrefix) return line
  return isPrefix.test(withoutColours(line.slice(0, place))) ? line.slice(place) : line
}

/** What is in a collector's object. Null if the object isn't of a kind that is known, or lacks the line. */
export function openEnvelope(object: JsonObject): Content | null {
  if (typeof object.log === 'string' && typeof object.stream === 'string') return fromDocker(object)
  if ('MESSAGE' in object && '__REALTIME_TIMESTAMP' in object) return fromJournal(object)
  return fromGoogleCloud(object)
}

/** The text without what only colours it, or clears a terminal's line. */
export function withoutColours(text: string): string {
  return text.replace(colours, '')
}

/** Docker's json-file: `{"log":"…\n","stream":"stdout","time":"…"}`. A line over 16 kB is several, the last with its end. */
function fromDocker({ log, stream }: JsonObject): Content {
  if (stream === 'stderr') return { kind: 'foreign' }
  return { kind: 'line', text: String(log), isPart: !String(log).endsWith('\n') }
}

/** `journalctl -o json`: messages it considers unprintable are lists of bytes. Without `--all`, long ones are null. */
function fromJournal({ MESSAGE: message }: JsonObject): Content | null {
  const text = Array.isArray(message) ? Buffer.from(message).toString() : message
  return typeof text === 'string' ? { kind: 'line', text, isPart: false } : null
}

/** An entry of Google Cloud Logging, which moves the field `time` from the line to its own timestamp. */
function fromGoogleCloud(entry: JsonObject): Content | null {
  const { jsonPayload, textPayload, logName, timestamp } = entry
  const isEntry = typeof logName === 'string'
  if (isEntry && /(?:\/|%2F)stderr$/.test(logName)) return { kind: 'foreign' }
  if (isObject(jsonPayload)) return { kind: 'object', object: { time: timestamp, ...jsonPayload } }
  if (typeof textPayload === 'string') return { kind: 'line', text: textPayload, isPart: false }
  // Google's own lines about requests and changes.
  return isEntry && ('httpRequest' in entry || 'protoPayload' in entry) ? { kind: 'foreign' } : null
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const longestPrefix = 300
const colours = new RegExp(`${String.fromCharCode(0x1b)}\\[[\\d;]*[mK]`, 'g')

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)`
const syslogTime = String.raw`[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,6})?`
/** A name of Kubernetes. */
const name = '[a-z0-9][a-z0-9.-]*'

/** Kubernetes' files in `/var/log/pods`. */
const containerRuntime = new RegExp(`^${time} (stdout|stderr) ([FP]) `)

const isPrefix = new RegExp(
  `^(?:${[
    // `docker compose logs`, `docker service logs`
    String.raw`[\w.@-]+ +\| (?:${time} )?`,
    // `docker logs --timestamps`, `kubectl logs --timestamps`
    `${time} `,
    // `kubectl logs --prefix`
    String.raw`\[pod/${name}/${name}\] (?:${time} )?`,
    // `stern`; before the pod its namespace, if there are several
    `(?:${name} )?${name} ${name} (?:${time} )?`,
    // `journalctl`, also with `-o short-iso`; syslog
    String.raw`(?:${syslogTime}|${time}) [\w.-]+ [\w.@-]+(?:\[\d+\])?: `,
  ].join('|')})$`,
)
