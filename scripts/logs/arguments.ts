/** The command line of `npm run logs`: its help, its options, and what they mean. */
import { parseArgs } from 'node:util'
import ms, { type StringValue } from 'ms'
import * as v from 'valibot'
import { codeOf } from '../../lib/error-code'
import { parseReference, referenceOf } from '../../lib/errors/errors'
import type { Filter } from './overview'

export const usage = `Usage: npm run logs -- [options] [FILE …]
       … | npm run -s logs -- [options]

Says what people met, what bots met, what is new since the last build, what happened to the site, and its errors.
A log may be compressed with gzip, and of any length. Without a file the standard input is read.
Lines may be wrapped by Docker, Compose, Kubernetes, systemd or Google Cloud. JSON arrays aren't read.

Which errors, as a table alone
  --bots               those of bots, which got no error page
  --people             those of people
  --all                all, with warnings and errors outside of requests
  --bot TEXT           of bots with the text in their name
  --status N           404, 5xx, or several: 404,5xx
  --path TEXT          of paths or routes with the text
  --reference R        the one with this reference, in full

How they are shown
  --since, --until T   from T on, and before T: 2026-11-21, 2026-11-21T15:00 (UTC), or a time ago (2h, 7d)
  --follow             as they are logged, until Ctrl+C: tail -n 0 -F FILE | npm run -s logs -- --follow
  --build FOLDER       names lines by the maps of a former build in its folder .next, too, not only by this one's
  --json               everything as one JSON document
  --help               this text

The review: what is new, growing and gone, and broken links
  --review             from --since until --until, or of the last 7 days
  --html FILE          also as a page
  --fail-on new-5xx    exits with 4 if an error is new (status 500 or above, or outside of requests), after an outage,
                       and after an end without a stop

Exit codes
  0  all was read and understood
  1  a log was not read to its end, the reference was not found, or a file not written
  2  the arguments are wrong
  3  there were lines that were not understood, or no lines: "0 errors" is then no all-clear
  4  --fail-on has found something`

export const options = {
  bots: { type: 'boolean' },
  people: { type: 'boolean' },
  all: { type: 'boolean' },
  since: { type: 'string' },
  until: { type: 'string' },
  bot: { type: 'string', multiple: true },
  status: { type: 'string', multiple: true },
  path: { type: 'string', multiple: true },
  reference: { type: 'string' },
  build: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  follow: { type: 'boolean' },
  review: { type: 'boolean' },
  html: { type: 'string' },
  'fail-on': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Which errors to show, from which logs, and how. */
export type Query = ReturnType<typeof toQuery>

/** The period to review, and the files to read and write. Times are milliseconds since 1970. */
export type ReviewQuery = NonNullable<Query['review']>

export type ParsedArguments =
  | { status: 'query'; query: Query }
  | { status: 'help' }
  | { status: 'wrong'; problem: string }

/** Parses the arguments, or says which one is wrong and what a valid one looks like. */
export function parseArguments(args: string[], now: number): ParsedArguments {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (values.help) return { status: 'help' }
    const conflict = describeConflict(Object.keys(values))
    if (conflict) return { status: 'wrong', problem: conflict }
    const parsed = v.safeParse(optionsSchema(now), values)
    if (!parsed.success) return { status: 'wrong', problem: describeIssue(parsed.issues[0]) }
    return { status: 'query', query: toQuery(parsed.output, positionals, now) }
  } catch (error) {
    if (error instanceof Error && codeOf(error)?.startsWith('ERR_PARSE_ARGS'))
      return { status: 'wrong', problem: error.message }
    throw error
  }
}

/** What the command can do, by the option that asks for it, and the options that go with it. */
const modes: readonly (readonly [name: string, options: readonly string[]])[] = [
  ['--reference', ['reference', 'build', 'json']],
  ['--follow', ['follow', 'bots', 'people', 'all', 'bot', 'status', 'path']],
  ['--review', ['review', 'since', 'until', 'html', 'fail-on', 'build', 'json']],
]
const tableMode = [
  'a table',
  ['bots', 'people', 'all', 'since', 'until', 'bot', 'status', 'path', 'build', 'json'],
] as const

function describeConflict(given: readonly string[]): string | null {
  const [mode, allowed] = modes.find(([name]) => given.includes(name.slice(2))) ?? tableMode
  const other = given.find((name) => !allowed.some((option) => option === name))
  if (other) return `--${other} does not go with ${mode}`
  const [audience, second] = given.filter((name) => ['bots', 'people', 'all'].includes(name))
  return second ? `--${audience} does not go with --${second}` : null
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const [{ key, value } = { key: '', value: '' }] = issue.path ?? []
  return `--${key} ${value}: ${issue.message}`
}

type ValidOptions = v.InferOutput<ReturnType<typeof optionsSchema>>

function toQuery(valid: ValidOptions, files: string[], now: number) {
  const { bots: isOfBots, people, all, since, until, bot: bots, status: statuses, path: paths, html } = valid
  const audience: Filter['audience'] = people ? 'people' : isOfBots ? 'bot-filtered' : 'all'
  const isFiltered = [isOfBots, people, all, bots.length, statuses.length, paths.length].some(Boolean)
  const review = { now, since, until, htmlFile: html ?? null }
  return {
    files,
    filter: { audience, since, until, bots, statuses, paths },
    /** Whether the table stands below what the whole log says. */
    isSummarized: !isFiltered,
    /** Those of former builds. */
    buildFolders: valid.build,
    isJson: valid.json,
    /** The error to show in full; no filter applies. */
    reference: valid.reference ?? null,
    /** Whether to show errors as they are logged. */
    isFollowing: valid.follow,
    /** What to review; null for no review. */
    review: valid.review ? { ...review, failsOnNew: valid['fail-on'] !== undefined } : null,
  }
}

/** Validates the options. Relative times count back from `now`. */
function optionsSchema(now: number) {
  const moment = v.pipe(
    v.string(),
    v.transform((text) => parseMoment(text, now)),
    v.number('must be a date (2026-11-21), a date and time (2026-11-21T15:00) or a time ago (2h, 7d)'),
  )
  const flag = v.optional(v.boolean(), false)
  return v.object({
    ...{ bots: flag, people: flag, all: flag, json: flag, follow: flag, review: flag },
    since: v.nullish(moment, null),
    until: v.nullish(moment, null),
    bot: v.optional(v.array(v.string()), []),
    status: v.optional(statuses, []),
    path: v.optional(v.array(v.string()), []),
    reference: v.optional(reference),
    build: v.optional(v.array(v.string()), []),
    html: v.optional(v.string()),
    'fail-on': v.optional(v.literal('new-5xx', 'must be new-5xx')),
  })
}

/** `--status 404,5xx` means `--status 404 --status 5xx`. */
const statuses = v.pipe(
  v.array(v.string()),
  v.transform((texts) => texts.flatMap((text) => text.split(','))),
  v.everyItem((text) => /^[1-9](\d\d|xx)$/.test(text), 'must be a status (404) or a class of them (5xx)'),
)

/** A reference, or a request ID, which begins with one. Lenient: it may have been read out over the phone. */
const reference = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.transform((text) => parseReference(referenceOf(text))),
  v.string('must look like 4f9c21ab-7e10, as on the error page'),
)

/** Milliseconds since 1970 for a date, a date and time (UTC unless it has an offset), or a time ago. */
export function parseMoment(text: string, now: number): number | null {
  if (/^\d{1,6}(\.\d{1,3})?[smhdw]$/.test(text)) return now - ms(text as StringValue)
  const [, date = '', time = '00:00', zone = 'Z'] = dateAndTime.exec(text) ?? []
  // `Date` turns February 31 into a day in March.
  const isDate = date !== '' && new Date(Date.parse(date) || 0).toISOString().startsWith(date)
  return isDate ? Date.parse(`${date}T${time}${zone}`) || null : null
}

const dateAndTime = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/
