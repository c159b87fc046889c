/** Finds errors in logs. Results go to stdout, messages about the reading to stderr. */
import ms from 'ms'
import { say } from '../start/terminal'
import { parseArguments, type Query } from './arguments'
import { followLog } from './follow'
import { createLogReader, type ExtraEvents, type OnError } from './log-reader'
import { createOverviewCollector } from './overview'
import { printableJson } from './printable'
import { createReferenceCollector } from './reference'
import { describeForeign, describeNotUnderstood, type LogReport, type Report, reportOf } from './report'
import { createReviewCollector } from './review/review'
import { ignoreError } from './review/state'
import { createSignInCollector } from './sign-ins'
import { readSource, requireSources, type Source } from './source'
import { usage } from './usage'

/**
 * Returns the exit code: 0 if everything was read and understood, 1 if something couldn't be read or found,
 * 2 if the arguments are wrong, 3 if some lines weren't understood or there were none, 4 if `--fail-on` has
 * found something.
 */
export async function readLogs(args: string[]): Promise<number> {
  const parsed = parseArguments(args, Date.now())
  if (parsed.status === 'help') return print(usage)
  if (parsed.status === 'wrong') return refuse(parsed.problem)
  if (parsed.status === 'ignore') return print(`Ignored from now on: ${await ignoreError(parsed.ignore)}`)
  const { query } = parsed
  // Waiting for a log to be typed would look like a hang.
  if (query.files.length === 0 && process.stdin.isTTY)
    return refuse('Name a log, or hand one over on the standard input')
  const sources = await requireSources(query.files)
  const [source] = sources
  if (!query.isFollowing || !source) return await answerQuery(query, sources)
  return sources.length === 1 ? await followLog(query, source, print) : refuse('--follow takes one log')
}

async function answerQuery(query: Query, sources: Source[]): Promise<number> {
  const { isJson } = query
  const collector = await createCollector(query)
  const report = await readAll(sources, collector)
  const { text, json, exitCode, save } = await collector.finish(report)
  const notUnderstood = describeNotUnderstood(report)
  print(isJson ? printableJson({ version, ...report, ...json }) : text)
  // On stdout, so a saved answer isn't mistaken for an all-clear. JSON has it as fields.
  if (notUnderstood && !isJson) print(notUnderstood)
  for (const words of [...report.problems, describeForeign(report)]) if (words) say(words)
  await save?.()
  if (report.problems.length > 0) return 1
  return exitCode ?? (notUnderstood ? 3 : 0)
}

/** Collects what the query needs from each line, then answers it. */
export type Collector = {
  add: OnError
  extraEvents?: ExtraEvents
  finish(report: Report): Answer | Promise<Answer>
}

type Answer = {
  text: string
  json: object
  /** 1 if the error or chart doesn't exist, 4 if `--fail-on` has found something. */
  exitCode?: number | undefined
  /** Writes the files that the query names. */
  save?: () => Promise<void>
}

async function createCollector(query: Query): Promise<Collector> {
  if (query.review) return await createReviewCollector(query.review)
  if (query.countsSignIns) return createSignInCollector(query)
  return query.reference === null ? createOverviewCollector(query) : createReferenceCollector(query.reference)
}

/** Incremented when a field of the JSON output changes its meaning. */
const version = 3

async function readAll(sources: Source[], { add, extraEvents }: Collector): Promise<Report> {
  const logs: LogReport[] = []
  const problems: string[] = []
  let bytes = 0
  const sayProgress = () => say(`${Math.round(bytes / 1e6).toLocaleString('en-US')} MB read so far …`)
  const timer = setInterval(sayProgress, ms('2s')).unref()
  for (const source of sources) {
    const reader = createLogReader(source.name, add, extraEvents)
    const problem = await readSource(source, (chunk) => {
      bytes += chunk.length
      reader.read(chunk)
    })
    const log = reader.end()
    if (problem) problems.push(problem)
    if (log.isArray) problems.push(`${source.name} is a JSON array. ${arrayHelp}`)
    logs.push(log)
  }
  clearInterval(timer)
  return reportOf(logs, problems)
}

const arrayHelp = "Logs are read line by line: jq -c '.[]' converts it."

function refuse(problem: string): number {
  say(`${problem}.\nnpm run logs -- --help says more.`)
  return 2
}

function print(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}
