/** The command line of `npm run logs`. */
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { codeOf } from '../../lib/error-code'
import type { Audience } from './filter'
import type { IgnoreRequest } from './review/ignore'
import { options } from './usage'
import { optionsSchema } from './values'

/** Which errors to show, from which logs, and how. */
export type Query = ReturnType<typeof toQuery>

export type ParsedArguments =
  | { status: 'question'; question: Query }
  | { status: 'ignore'; ignore: IgnoreRequest }
  | { status: 'help' }
  | { status: 'wrong'; problem: string }

/** Parses the arguments, or says which one is wrong and what a valid one looks like. */
export function parseArguments(texts: string[], now: number): ParsedArguments {
  try {
    const { values, positionals } = parseArgs({ args: texts, options, allowPositionals: true })
    if (values.help) return { status: 'help' }
    const excluded = describeConflict(values)
    if (excluded) return { status: 'wrong', problem: excluded }
    const reading = v.safeParse(optionsSchema(now), values)
    if (!reading.success) return { status: 'wrong', problem: describeIssue(reading.issues[0]) }
    const { ignore, reason, state } = reading.output
    if (ignore !== undefined && reason !== undefined && state !== undefined)
      return { status: 'ignore', ignore: { fingerprint: ignore, reason, stateFile: state, now } }
    return { status: 'question', question: toQuery(reading.output, positionals, now) }
  } catch (error) {
    if (error instanceof Error && codeOf(error)?.startsWith('ERR_PARSE_ARGS'))
      return { status: 'wrong', problem: error.message }
    throw error
  }
}

type RawOptions = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']
type ValidOptions = v.InferOutput<ReturnType<typeof optionsSchema>>

function describeConflict(values: RawOptions): string | null {
  if (values.people && values.all) return '--people and --all exclude each other'
  if (values.people && values.verify) return '--people and --verify exclude each other'
  if (values.dns !== undefined && !values.verify) return '--dns needs --verify'
  for (const [mode, companions] of Object.entries(modes)) {
    const given = Object.keys(values).filter((name) => name !== mode)
    const other = mode in values ? given.find((name) => !companions.may.includes(name)) : undefined
    if (other) return `--${other} and --${mode} exclude each other`
    const missing = mode in values ? companions.must.find((name) => !given.includes(name)) : undefined
    if (missing) return `--${mode} needs --${missing}`
  }
  const lost = ['html', 'state', 'fail-on', 'reason'].find((name) => name in values)
  return lost && !('review' in values || 'ignore' in values) ? `--${lost} needs --${ownerOf(lost)}` : null
}

/** Options that ask for something else than the table, and those that go with them. */
const modes: Readonly<Record<string, { may: readonly string[]; must: readonly string[] }>> = {
  reference: { may: ['json'], must: [] },
  ways: { may: ['since', 'until', 'limit', 'json'], must: [] },
  follow: { may: ['people', 'all', 'bot', 'status', 'path'], must: [] },
  review: { may: ['since', 'until', 'state', 'html', 'fail-on', 'json'], must: [] },
  ignore: { may: ['reason', 'state'], must: ['reason', 'state'] },
}

function ownerOf(option: string): string {
  return option === 'reason' ? 'ignore' : 'review'
}

function describeIssue({ path, message }: v.BaseIssue<unknown>): string {
  const [item] = path ?? []
  const value = item && (item.input as RawOptions)[item.key as keyof RawOptions]
  return `--${item?.key} ${value}: ${message}`
}

function toQuery(asked: ValidOptions, files: string[], now: number) {
  const { people, all, since = null, until = null, bot, status, path, every = null } = asked
  const { state: stateFile = null, html: htmlFile = null, 'fail-on': failOn } = asked
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
    /** Whether sign-ins are asked for, not errors. */
    asksForWays: asked.ways,
    /** Whether to show errors as they are logged. */
    isFollowing: asked.follow,
    /** What to review; null for none. */
    review: asked.review ? { now, since, until, stateFile, htmlFile, failOn } : null,
  }
}
