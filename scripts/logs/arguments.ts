/** What is asked for on the command line. */
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { parseReference, referenceOf } from '../../lib/errors/errors'
import { type Filter, isStatusPattern } from './filter'
import { parseDuration, parseMoment } from './moment'
import { sortings } from './sorting'

/** A question for the errors in logs. */
export type Question = {
  files: string[]
  filter: Filter
  sorting: (typeof sortings)[number]
  /** The most groups the table shows. */
  limit: number
  isJson: boolean
  /** Null if there shall be none; else the length of its spans, null for one that fits. */
  histogram: { everyMs: number | null } | null
  /** The one that is to be shown in full, wherever it is. */
  reference: string | null
}

export type Reading =
  | { status: 'question'; question: Question }
  | { status: 'help' }
  | { status: 'wrong'; problem: string }

/** Reads the arguments, or says which is wrong and what a right one looks like. */
export function readArguments(texts: string[], now: number): Reading {
  try {
    const { values, positionals } = parseArgs({ args: texts, options, allowPositionals: true })
    if (values.help) return { status: 'help' }
    const excluded = describeExclusion(values)
    if (excluded) return { status: 'wrong', problem: excluded }
    const reading = v.safeParse(typed(now), values)
    if (!reading.success) return { status: 'wrong', problem: describeWrong(reading.issues[0], values) }
    return { status: 'question', question: toQuestion(reading.output, positionals) }
  } catch (error) {
    if (isParseArgsError(error)) return { status: 'wrong', problem: error.message }
    throw error
  }
}

/** All there are; `usage` explains them. */
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
  histogram: { type: 'boolean' },
  every: { type: 'string' },
  reference: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']
type Typed = v.InferOutput<ReturnType<typeof typed>>

const usualLimit = 50

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
    limit: v.optional(limit),
    histogram: v.optional(v.boolean(), false),
    every: v.optional(spanLength),
    reference: v.optional(reference),
    json: v.optional(v.boolean(), false),
  })
}

/** `--status 404,5xx` is the same as `--status 404 --status 5xx`. */
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

/** A reference, or the id of a request, which begins with it; as somebody may have read it aloud. */
const reference = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.transform((text) => parseReference(referenceOf(text))),
  v.string('must look like 4f9c21ab-7e10, as on the error page'),
)

function describeExclusion(values: Values): string | null {
  if (values.people && values.all) return '--people and --all exclude each other'
  if (values.reference === undefined) return null
  const besides = Object.keys(values).find((name) => !['reference', 'json'].includes(name))
  return besides ? `--${besides} and --reference exclude each other` : null
}

function describeWrong(issue: v.BaseIssue<unknown>, values: Values): string {
  const name = v.getDotPath(issue)?.split('.')[0] ?? ''
  return `--${name} ${Object.entries(values).find(([key]) => key === name)?.[1]}: ${issue.message}`
}

function toQuestion(asked: Typed, files: string[]): Question {
  const { people, all, since = null, until = null, bot, status, path, every = null } = asked
  const audience = people ? 'people' : all ? 'all' : 'bot-filtered'
  return {
    files,
    filter: { audience, since, until, bots: bot, statuses: status, paths: path },
    sorting: asked.sort,
    limit: asked.limit ?? usualLimit,
    isJson: asked.json,
    histogram: asked.histogram || every !== null ? { everyMs: every } : null,
    reference: asked.reference ?? null,
  }
}

function isParseArgsError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
