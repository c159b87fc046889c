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
import { ignoreError } from './review/ignore'
import { createReviewCollector } from './review/review'
import { createSignInCollector } from './sign-ins'
import { readSource, requireSources, type Source } from './source'
import { usage } from './usage'

/**
 * Returns the exit code: 0 if everything was read and understood, 1 if something couldn't be read or found,
 * 2 if the arguments are wrong, 3 if some lines weren't understood or there were none, 4 if `--fail-on` has
 * found something.
 */
export async function readLogs(texts: string[]): Promise<0 | 1 | 2 | 3 | 4> {
  const reading = parseArguments(texts, Date.now())
  if (reading.status === 'help') return print(usage)
  if (reading.status === 'wrong') return refuse(reading.problem)
  if (reading.status === 'ignore') return print(`Ignored from now on: ${await ignoreError(reading.ignore)}`)
  const { question } = reading
  // Waiting for a log to be typed would look like a hang.
  if (question.files.length === 0 && process.stdin.isTTY)
    return refuse('Name a log, or hand one over on the standard input')
  const sources = await requireSources(question.files)
  const [source] = sources
  if (!question.isFollowing || !source) return await answerQuery(question, sources)
  return sources.length === 1 ? await followLog(question, source, print) : refuse('--follow takes one log')
}

async function answerQuery(question: Query, sources: Source[]): Promise<0 | 1 | 3 | 4> {
  const { isJson } = question
  const search = await createCollector(question)
  const report = await readAll(sources, search)
  const { text, json, isFound, isAlarm, save } = await search.finish(report)
  const notUnderstood = describeNotUnderstood(report)
  print(isJson ? printableJson({ version, ...report, ...json }) : text)
  // On stdout, so a saved answer isn't mistaken for an all-clear. JSON has it as fields.
  if (notUnderstood && !isJson) print(notUnderstood)
  for (const words of [...report.problems, describeForeign(report)]) if (words) say(words)
  await save?.()
  if (report.problems.length > 0 || !isFound) return 1
  if (isAlarm) return 4
  return notUnderstood ? 3 : 0
}

/** Collects what a question asks for. */
export type Collector = {
  add: OnError
  extraEvents?: ExtraEvents
  finish(report: Report): Answer | Promise<Answer>
}

type Answer = {
  text: string
  json: object
  /** Whether what was asked for is there. */
  isFound: boolean
  /** Whether `--fail-on` has found something. */
  isAlarm?: boolean
  /** Writes the files that were asked for. */
  save?: () => Promise<void>
}

async function createCollector(question: Query): Promise<Collector> {
  if (question.review) return await createReviewCollector(question.review)
  if (question.asksForWays) return createSignInCollector(question)
  return question.reference === null
    ? createOverviewCollector(question)
    : createReferenceCollector(question.reference)
}

/** Changes whenever a field of the JSON output changes its meaning. */
const version = 3

async function readAll(sources: Source[], { add, extraEvents: wanted }: Collector): Promise<Report> {
  const logs: LogReport[] = []
  const problems: string[] = []
  let bytes = 0
  const sayProgress = () => say(`${Math.round(bytes / 1e6).toLocaleString('en-US')} MB read so far …`)
  const timer = setInterval(sayProgress, ms('2s')).unref()
  for (const source of sources) {
    const scan = createLogReader(source.name, add, wanted)
    const problem = await readSource(source, (chunk) => {
      bytes += chunk.length
      scan.read(chunk)
    })
    if (problem) problems.push(problem)
    if (scan.isArray()) problems.push(`${source.name} is a JSON array. ${arrayHelp}`)
    logs.push(scan.end())
  }
  clearInterval(timer)
  return reportOf(logs, problems)
}

const arrayHelp = "Logs are read line by line: jq -c '.[]' converts it."

function refuse(problem: string): 2 {
  say(`${problem}.\nnpm run logs -- --help says more.`)
  return 2
}

function print(text: string): 0 {
  process.stdout.write(`${text}\n`)
  return 0
}
