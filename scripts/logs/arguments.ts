/** The command line of `npm run logs`. */
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { codeOf } from '../../lib/error-code'
import type { Audience } from './filter'
import { options } from './usage'
import { typed } from './values'

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

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']
type Typed = v.InferOutput<ReturnType<typeof typed>>

function describeExclusion(values: Values): string | null {
  if (values.people && values.all) return '--people and --all exclude each other'
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
    /** The error to show in full; no filter applies. */
    reference: asked.reference ?? null,
  }
}
