/** Reads an error's log line as `lib/server/log` writes it: the fields that `npm run logs` uses. */
import * as v from 'valibot'

export type JsonObject = Readonly<Record<string, unknown>>

/** One error, or several similar ones that the server folded into one line. Times are milliseconds since 1970. */
export type ErrorRecord = ReturnType<typeof toRecord>

/** An error, another event of the site's, or something else, such as an error with a wrong field. */
export type LineKind = { kind: 'errors'; record: ErrorRecord } | { kind: 'otherEvents' | 'notUnderstood' }

/** Classifies the object of a line. */
export function classifyLine(object: JsonObject): LineKind {
  const { level, time, event, reference } = object
  // All our lines start with these three.
  if (![level, time, event].every((field) => typeof field === 'string')) return { kind: 'notUnderstood' }
  if (reference === undefined) return { kind: 'otherEvents' }
  const reading = v.safeParse(errorLine, object, { abortEarly: true })
  return reading.success ? { kind: 'errors', record: toRecord(reading.output) } : { kind: 'notUnderstood' }
}

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
  reference,
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
    reference: line.reference,
    references: line.references,
  }
}
