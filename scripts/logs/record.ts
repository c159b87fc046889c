/** A line of the log as far as `npm run logs` needs it, checked where it comes in. */
import * as v from 'valibot'

/** One error, or several alike that the server has folded into one line. Times are milliseconds since 1970. */
export type ErrorRecord = {
  reference: string
  /** Those of further errors in a folded line, as far as it has room for them. */
  references: readonly string[]
  /** For how many errors it stands. */
  count: number
  isFolded: boolean
  firstAt: number
  lastAt: number
  /** Of a folded line, the event that is repeated in it. */
  event: string
  /** Null for what happened outside of a request. */
  status: number | null
  path: string | null
  route: string | null
  place: string | null
  /** Null for a person. */
  bot: string | null
  botKind: string | null
  isRendered: boolean
  name: string
  message: string
}

/** What a line's object is: an error, another event of Foyer, nothing of ours, or ours with a field that is wrong. */
export type LineKind =
  | { kind: 'error'; record: ErrorRecord }
  | { kind: 'other-event' }
  | { kind: 'not-ours' }
  | { kind: 'malformed' }

/** Tells what the object of a line is. */
export function judgeLine(value: Readonly<Record<string, unknown>>): LineKind {
  if (!hasOurFields(value)) return { kind: 'not-ours' }
  if (value.reference === undefined) return { kind: 'other-event' }
  const reading = v.safeParse(errorLine, value, { abortEarly: true })
  return reading.success ? { kind: 'error', record: toRecord(reading.output) } : { kind: 'malformed' }
}

/** The three fields with which every line of ours begins. */
function hasOurFields({ level, time, event }: Readonly<Record<string, unknown>>): boolean {
  return typeof level === 'string' && typeof time === 'string' && typeof event === 'string'
}

const moment = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT/),
  v.transform((text) => Date.parse(text)),
  v.number(),
)
const text = v.nullish(v.string(), null)
const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const reference = v.pipe(v.string(), v.minLength(1), v.maxLength(100))

const errorLine = v.object({
  reference,
  references: v.optional(v.array(reference), []),
  time: moment,
  event: v.string(),
  count: v.optional(v.pipe(wholeNumber, v.minValue(1))),
  firstAt: v.optional(moment),
  lastAt: v.optional(moment),
  status: v.nullish(v.pipe(wholeNumber, v.minValue(100), v.maxValue(999)), null),
  path: text,
  route: text,
  place: text,
  bot: v.nullish(v.union([v.string(), v.literal(false)]), false),
  botKind: text,
  rendered: v.optional(v.boolean(), false),
  name: v.optional(v.string(), ''),
  message: v.optional(v.string(), ''),
})

/** Field by field: `...rest` would take most of the time of a long log. */
function toRecord(line: v.InferOutput<typeof errorLine>): ErrorRecord {
  const { time, count, firstAt = time, lastAt = time } = line
  return {
    reference: line.reference,
    references: line.references,
    count: count ?? 1,
    isFolded: count !== undefined,
    firstAt: Math.min(firstAt, lastAt),
    lastAt: Math.max(firstAt, lastAt),
    event: line.event.replace(/\.repeated$/, ''),
    status: line.status,
    path: line.path,
    route: line.route,
    place: line.place,
    bot: line.bot === false ? null : line.bot,
    botKind: line.botKind,
    isRendered: line.rendered,
    name: line.name,
    message: line.message,
  }
}
