/** The command line of `npm run logs`. */
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { codeOf } from '../../lib/error-code'
import type { Audience } from './filter'
import type { IgnoreRequest } from './review/state'
import { options } from './usage'
import { optionsSchema } from './values'

/** Which errors to show, from which logs, and how. */
export type Query = ReturnType<typeof toQuery>

export type ParsedArguments =
  | { status: 'query'; query: Query }
  | { status: 'ignore'; ignore: IgnoreRequest }
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
    const { ignore, reason, state } = parsed.output
    if (ignore !== undefined && reason !== undefined && state !== undefined)
      return { status: 'ignore', ignore: { fingerprint: ignore, reason, stateFile: state, now } }
    return { status: 'query', query: toQuery(values, parsed.output, positionals, now) }
  } catch (error) {
    if (error instanceof Error && codeOf(error)?.startsWith('ERR_PARSE_ARGS'))
      return { status: 'wrong', problem: error.message }
    throw error
  }
}

type RawOptions = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']
type ValidOptions = v.InferOutput<ReturnType<typeof optionsSchema>>

function describeConflict(given: readonly string[]): string | null {
  if (given.includes('people'))
    for (const other of ['all', 'verify'])
      if (given.includes(other)) return `--people and --${other} exclude each other`
  for (const [mode, companions] of Object.entries(modes)) {
    const other = given.find((name) => name !== mode && !companions.includes(name))
    if (other && given.includes(mode)) return `--${other} and --${mode} exclude each other`
  }
  for (const [option, ...needed] of needs)
    if (given.includes(option) && !needed.some((name) => given.includes(name)))
      return `--${option} needs --${needed[0]}`
  return null
}

/** Options that replace the table of errors or choose its rows, and those that go with them. */
const modes: Readonly<Record<string, readonly string[]>> = {
  reference: ['json'],
  ways: ['since', 'until', 'limit', 'json'],
  follow: ['people', 'all', 'bot', 'status', 'path'],
  review: ['since', 'until', 'state', 'html', 'fail-on', 'json'],
  ignore: ['reason', 'state'],
}

/** Options that need one of others. */
const needs = [
  ['dns', 'verify'],
  ['html', 'review'],
  ['state', 'review', 'ignore'],
  ['fail-on', 'review'],
  ['reason', 'ignore'],
  ['ignore', 'reason'],
  ['ignore', 'state'],
] as const

function describeIssue({ path, message }: v.BaseIssue<unknown>): string {
  const [item] = path ?? []
  const value = item && (item.input as RawOptions)[item.key as keyof RawOptions]
  return `--${item?.key} ${value}: ${message}`
}

function toQuery(given: RawOptions, valid: ValidOptions, files: string[], now: number) {
  const { people, all, verify, json = false, ways = false, follow = false } = given
  const { since = null, until = null, state: stateFile = null, html: htmlFile = null } = valid
  const audience: Audience = people ? 'people' : all ? 'all' : 'bot-filtered'
  return {
    files,
    filter: { audience, since, until, bots: valid.bot, statuses: valid.status, paths: valid.path },
    sorting: valid.sort,
    /** The maximum number of rows in a table. */
    limit: valid.limit,
    isJson: json,
    /** The length of the histogram's spans; null for the table. */
    everyMs: valid.every ?? null,
    /** Where to verify crawlers; null to leave them unverified. */
    verify: verify ? { dnsServer: valid.dns ?? null } : null,
    /** The error to show in full; no filter applies. */
    reference: valid.reference ?? null,
    /** Whether to count sign-ins instead of errors. */
    countsSignIns: ways,
    /** Whether to show errors as they are logged. */
    isFollowing: follow,
    /** What to review; null for no review. */
    review: given.review ? { now, since, until, stateFile, htmlFile, failOn: valid['fail-on'] } : null,
  }
}
