/** Reads a line of the log as `lib/server/log` writes it: the fields that `npm run logs` uses. */
import * as v from 'valibot'

export type JsonObject = Readonly<Record<string, unknown>>

/** One error, or several similar ones that the server folded into one line. Times are milliseconds since 1970. */
export type ErrorRecord = ReturnType<typeof toRecord>

/**
 * What `npm run logs` is about: errors, other events at `warn` or `error`, and starts, stops and outages. Another event of the
 * site's, or something else, such as an error with a wrong field.
 */
export type LineKind =
  | { kind: 'errors' | 'notices'; record: ErrorRecord }
  | { kind: 'otherEvents' | 'notUnderstood' }

/** Classifies the object of a line. */
export function classifyLine(object: JsonObject): LineKind {
  const { level, time, event, reference } = object
  // All our lines start with these three.
  if (![level, time, event].every((field) => typeof field === 'string')) return { kind: 'notUnderstood' }
  const isError = reference !== undefined
  if (!isError && level !== 'warn' && level !== 'error' && !courseEvents.has(String(event)))
    return { kind: 'otherEvents' }
  const reading = v.safeParse(errorLine, object, { abortEarly: true })
  if (!reading.success) return { kind: 'notUnderstood' }
  const record = toRecord(reading.output)
  return isError
    ? { kind: 'errors', record }
    : { kind: 'notices', record: { ...record, ...describeNotice(record, object) } }
}

/** The events at `info` that tell what happened to the site itself. */
const courseEvents: ReadonlySet<string> = new Set([
  'server.started',
  'server.stopping',
  'server.stopped',
  'database.came-back',
])

/** An event without a reference, as if it had been thrown outside of a request. An outage answers 503. */
function describeNotice({ event, status }: ErrorRecord, object: JsonObject) {
  const details = detailFields.map((field) => object[field]).filter((value) => typeof value === 'string')
  return {
    status: event === 'database.went-away' || event === 'database.query-canceled' ? 503 : status,
    place: 'process',
    bot: null,
    name: event,
    message: v.parse(shortText, details.join(', ')),
  }
}

const detailFields = 'code reason kind variable problem parameter error message directive blocked'.split(' ')

/** The maximum of the server's paths. */
const maxTextLength = 500

/** Copies a text that it truncates, as V8 keeps the whole string alive behind a slice. */
const shortText = v.pipe(
  v.string(),
  v.transform((text) =>
    text.length > maxTextLength ? Buffer.from(`${text.slice(0, maxTextLength)}…`).toString() : text,
  ),
)
const timestamp = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT/),
  v.transform((text) => Date.parse(text)),
  v.number(),
)
const reference = v.pipe(v.string(), v.minLength(1), v.maxLength(100))

const errorLine = v.object({
  level: shortText,
  /** Only errors have one. */
  reference: v.optional(reference),
  /** Of the folded errors, the first ones. */
  references: v.optional(v.array(reference), []),
  time: timestamp,
  event: shortText,
  /** Only in folded lines. */
  count: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  firstAt: v.optional(timestamp),
  lastAt: v.optional(timestamp),
  /** Null outside of requests. */
  status: v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(100), v.maxValue(999)), null),
  path: v.nullish(shortText, null),
  route: v.nullish(shortText, null),
  place: v.nullish(shortText, null),
  /** False for a person. */
  bot: v.nullish(v.union([shortText, v.literal(false)]), false),
  /** Of missing pages only: a path of the site, or another site's origin, for bots with the path. */
  referrer: v.nullish(shortText, null),
  rendered: v.optional(v.boolean(), false),
  name: v.optional(shortText, ''),
  message: v.optional(shortText, ''),
})

/** Field by field, as `...rest` doubles the time that a long log takes. */
function toRecord(line: v.InferOutput<typeof errorLine>) {
  const { firstAt = line.time, lastAt = line.time } = line
  return {
    level: line.level,
    count: line.count ?? 1,
    isFolded: line.count !== undefined,
    firstAt: Math.min(firstAt, lastAt),
    lastAt: Math.max(firstAt, lastAt),
    status: line.status,
    path: line.path,
    route: line.route,
    place: line.place,
    bot: line.bot || null,
    /** Null if unknown; a folded line only has the first error's. */
    referrer: line.count === undefined ? line.referrer : null,
    rendered: line.rendered,
    event: line.event.replace(/\.repeated$/, ''),
    name: line.name,
    // A line without a name has none of its own, but maybe a summary for Google Cloud.
    message: line.name ? line.message : '',
    /** Null for a notice: an event that isn't an error of a request. */
    reference: line.reference ?? null,
    references: line.references,
  }
}
