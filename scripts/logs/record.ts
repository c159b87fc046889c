/** A line of the log as far as `npm run logs` needs it, validated where it comes in. */
import * as v from 'valibot'
import type { JsonObject } from './unwrap'

/** One error, or several similar ones that the server put into one line. Times are milliseconds since 1970. */
export type ErrorRecord = ReturnType<typeof toRecord>

/** What a line's object is: an error, another event of Foyer, or nothing of ours, or ours with a wrong field. */
export type LineKind = { kind: 'errors'; record: ErrorRecord } | { kind: 'otherEvents' | 'notUnderstood' }

/** Tells what the object of a line is. */
export function judgeLine(object: JsonObject): LineKind {
  const { level, time, event, reference } = object
  // Every line of ours begins with these three.
  if (![level, time, event].every((field) => typeof field === 'string')) return { kind: 'notUnderstood' }
  if (reference === undefined) return { kind: 'otherEvents' }
  const reading = v.safeParse(errorLine, object, { abortEarly: true })
  return reading.success ? { kind: 'errors', record: toRecord(reading.output) } : { kind: 'notUnderstood' }
}

/** What the server writes of a path is no longer. */
const longestText = 500

/** Long texts are cut. Not a mere slice: V8 would keep the whole text behind it. */
const shortText = v.pipe(
  v.string(),
  v.transform((text) =>
    text.length > longestText ? Buffer.from(`${text.slice(0, longestText)}…`).toString() : text,
  ),
)
const moment = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT/),
  v.transform((text) => Date.parse(text)),
  v.number(),
)
const reference = v.pipe(v.string(), v.minLength(1), v.maxLength(100))

const errorLine = v.object({
  reference,
  /** Those of further errors in the line, as far as there is room for them. */
  references: v.optional(v.array(reference), []),
  time: moment,
  event: shortText,
  /** Only a line that stands for several errors has it. */
  count: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  firstAt: v.optional(moment),
  lastAt: v.optional(moment),
  /** Null for what happened outside of a request. */
  status: v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(100), v.maxValue(999)), null),
  path: v.nullish(shortText, null),
  route: v.nullish(shortText, null),
  place: v.nullish(shortText, null),
  /** False for a person. */
  bot: v.nullish(v.union([shortText, v.literal(false)]), false),
  botKind: v.nullish(shortText, null),
  rendered: v.optional(v.boolean(), false),
  name: v.optional(shortText, ''),
  message: v.optional(shortText, ''),
})

/** Field by field: with `...rest`, a long log takes twice as long. */
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
    botKind: line.botKind,
    rendered: line.rendered,
    event: line.event.replace(/\.repeated$/, ''),
    name: line.name,
    message: line.message,
    reference: line.reference,
    references: line.references,
  }
}
