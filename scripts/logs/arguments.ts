/** The command line of `npm run logs`. */
import { parseArgs } from 'node:util'
import ms, { type StringValue } from 'ms'
import * as v from 'valibot'
import { codeOf } from '../../lib/error-code'
import { parseReference, referenceOf } from '../../lib/errors/errors'
import { type Audience, isStatusPattern } from './filter'
import { sortings } from './sorting'
import { isDnsServer } from './verify'

/** Which errors to show, from which logs, and how. */
export type Question = ReturnType<typeof toQuestion>

export type Reading =
  | { status: 'question'; question: Question }
  | { status: 'help' }
  | { status: 'wrong'; problem: string }

/** Parses the arguments, or says which one is wrong and what a valid one looks like. */
export function readArguments(texts: string[], now: number): Reading {
  try {
    const { values, positionals } = parseArgs({ args: texts, options, allowPositionals: true })
    if (values.help) return { status: 'help' }
    const excluded = describeExclusion(values)
    if (excluded) return { status: 'wrong', problem: excluded }
    const reading = v.safeParse(typed(now), values)
    if (!reading.success) return { status: 'wrong', problem: describeWrong(reading.issues[0]) }
    return { status: 'question', question: toQuestion(reading.output, positionals) }
  } catch (error) {
    if (error instanceof Error && codeOf(error)?.startsWith('ERR_PARSE_ARGS'))
      return { status: 'wrong', problem: error.message }
    throw error
  }
}

export const options = {
  people: { type: 'boolean' },
  all: { type: 'boolean' },
  since: { type: 'string' },
  until: { type: 'string' },
  bot: { type: 'string', multiple: true },
  status: { type: 'string', multiple: true },
  path: { type: 'string', multiple: true },
  sort: { type: 'string' },
  limit: { type: 'string' },
  every: { type: 'string' },
  reference: { type: 'string' },
  verify: { type: 'boolean' },
  dns: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export const usage = `Usage: npm run logs -- [options] [FILE …]
       … | npm run -s logs -- [options]

Shows the errors in Foyer's log: by default those that bots met, for which no error page was shown.
A log may be compressed with gzip and as long as it likes. Without a file the standard input is read.
Lines may come as Docker, Compose, Kubernetes, systemd and Google Cloud show or keep them, but no JSON array.

Which errors
  --people             those that people met
  --all                those of bots and people, and those outside of requests
  --since, --until T   from T on, and before T: 2026-11-21, 2026-11-21T15:00 (UTC), or a time ago (2h, 7d)
  --bot TEXT           of bots whose name holds the text
  --status N           404, 5xx, or several: 404,5xx
  --path TEXT          of paths or routes that hold the text
  --reference R        the one with this reference, in full

How they are shown
  --sort S             count (default), last, first, status, path, bot
  --limit N            at most N groups in the table (default 50)
  --every SPAN         how many in every 10m, 1h or 1d, instead of the table
  --verify             whether crawlers are what they say, by DNS and what their operators publish
  --dns ADDRESS        the DNS server for that, if not this machine's
  --json               all of it as one JSON document
  --help               this text

Exit codes
  0  all was read and understood
  1  a log was not read to its end or is a JSON array, or the reference was not found
  2  the arguments are wrong
  3  there were lines that were not understood, or no lines: "0 errors" is then no all-clear`

function typed(now: number) {
  const moment = v.pipe(
    v.string(),
    v.transform((text) => parseMoment(text, now)),
    v.number('must be a date (2026-11-21), a date and time (2026-11-21T15:00) or a time ago (2h, 7d)'),
  )
  return v.object({
    people: v.optional(v.boolean(), false),
    all: v.optional(v.boolean(), false),
    since: v.optional(moment),
    until: v.optional(moment),
    bot: v.optional(v.array(v.string()), []),
    status: v.optional(statuses, []),
    path: v.optional(v.array(v.string()), []),
    sort: v.optional(v.picklist(sortings, `must be one of ${sortings.join(', ')}`), 'count'),
    limit: v.optional(limit, '50'),
    every: v.optional(spanLength),
    reference: v.optional(reference),
    verify: v.optional(v.boolean(), false),
    dns: v.optional(v.pipe(v.string(), v.check(isDnsServer, 'must be an IP address, also with a port'))),
    json: v.optional(v.boolean(), false),
  })
}

/** `--status 404,5xx` means `--status 404 --status 5xx`. */
const statuses = v.pipe(
  v.array(v.string()),
  v.transform((texts) => texts.flatMap((text) => text.split(','))),
  v.everyItem(isStatusPattern, 'must be a status such as 404, or a class such as 5xx'),
)

const limit = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,6}$/, 'must be a whole number from 1 on'),
  v.transform(Number),
)

const spanLength = v.pipe(
  v.string(),
  v.transform(parseDuration),
  v.number('must be a length of time such as 10m, 1h, 1d'),
  v.minValue(1_000, 'must be at least 1s'),
)

/** A reference, or a request id, which begins with one. Lenient: it may have been read out over the phone. */
const reference = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.transform((text) => parseReference(referenceOf(text))),
  v.string('must look like 4f9c21ab-7e10, as on the error page'),
)

/** Milliseconds since 1970 for a date, a date and time (UTC unless it has an offset), or a time ago. */
export function parseMoment(text: string, now: number): number | null {
  const ago = parseDuration(text)
  if (ago !== null) return now - ago
  const [, date = '', time = '00:00', zone = 'Z'] = dateAndTime.exec(text) ?? []
  // `Date` turns February 31 into a day in March.
  const isDate = date !== '' && new Date(Date.parse(date) || 0).toISOString().startsWith(date)
  return isDate ? Date.parse(`${date}T${time}${zone}`) || null : null
}

const dateAndTime = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/

/** Milliseconds of a duration such as `90s`, `15m`, `2h`, `7d`, `2w`. */
export function parseDuration(text: string): number | null {
  return /^\d{1,6}(\.\d{1,3})?[smhdw]$/.test(text) ? ms(text as StringValue) || null : null
}

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']
type Typed = v.InferOutput<ReturnType<typeof typed>>

function describeExclusion(values: Values): string | null {
  if (values.people && values.all) return '--people and --all exclude each other'
  if (values.people && values.verify) return '--people and --verify exclude each other'
  if (values.dns !== undefined && !values.verify) return '--dns needs --verify'
  if (values.reference === undefined) return null
  const other = Object.keys(values).find((name) => !['reference', 'json'].includes(name))
  return other ? `--${other} and --reference exclude each other` : null
}

function describeWrong({ path, message }: v.BaseIssue<unknown>): string {
  const [item] = path ?? []
  const value = item && (item.input as Values)[item.key as keyof Values]
  return `--${item?.key} ${value}: ${message}`
}

function toQuestion(asked: Typed, files: string[]) {
  const { people, all, since = null, until = null, bot, status, path, every = null } = asked
  const audience: Audience = people ? 'people' : all ? 'all' : 'bot-filtered'
  return {
    files,
    filter: { audience, since, until, bots: bot, statuses: status, paths: path },
    sorting: asked.sort,
    /** How many groups the table shows at most. */
    limit: asked.limit,
    isJson: asked.json,
    /** The length of the histogram's spans; null for the table. */
    everyMs: every,
    /** Whom to ask who bots are; null if nobody. */
    verify: asked.verify ? { dnsServer: asked.dns ?? null } : null,
    /** The error to show in full; no filter applies. */
    reference: asked.reference ?? null,
  }
}
