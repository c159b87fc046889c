/** Finds errors in logs. Results go to stdout, messages about the reading to stderr. */
import ms from 'ms'
import { buildFolder } from '../../lib/builds/built-files'
import { say } from '../start/terminal'
import { parseArguments, type Query, usage } from './arguments'
import { followLog } from './follow'
import { createLogReader, describeNotUnderstood, newReport, type OnRecord, type Report } from './log-reader'
import { createFrameNames } from './maps'
import { createOverviewCollector } from './overview'
import { describeCount, printableJson } from './printable'
import { createReferenceCollector } from './reference'
import { createReviewCollector } from './review/review'
import { readSource, requireSources, type Source } from './source'

/**
 * Returns the exit code: 0 if everything was read and understood, 1 if something couldn't be read or found,
 * 2 if the arguments are wrong, 3 if some lines weren't understood or there were none, 4 if `--fail-on` has
 * found something.
 */
export async function readLogs(args: string[]): Promise<number> {
  const parsed = parseArguments(args, Date.now())
  if (parsed.status === 'help') return print(usage)
  if (parsed.status === 'wrong') return refuse(parsed.problem)
  const { query } = parsed
  // Waiting for a log to be typed would look like a hang.
  if (query.files.length === 0 && process.stdin.isTTY)
    return refuse('Name a log, or hand one over on the standard input')
  if (!query.isFollowing) return await answerQuery(query, await requireSources(query.files))
  if (query.files.length === 0) return await followLog(query, print)
  return refuse('--follow reads the standard input: tail -n 0 -F FILE | npm run -s logs -- --follow')
}

async function answerQuery(query: Query, sources: Source[]): Promise<number> {
  const collector = createCollector(query)
  const report = await readAll(sources, collector.add)
  const { text, json, exitCode, save } = collector.finish(report)
  const notUnderstood = describeNotUnderstood(report)
  print(query.isJson ? printableJson({ version, ...report, ...json }) : text)
  // On stdout, so a saved answer isn't mistaken for an all-clear. JSON has it as fields.
  if (notUnderstood && !query.isJson) print(notUnderstood)
  for (const problem of report.problems) say(problem)
  const { foreign } = report.lines
  if (foreign > 0) say(`Passed over: ${describeCount(foreign, 'line')} of words or other programs.`)
  await save?.()
  if (report.problems.length > 0) return 1
  return exitCode ?? (notUnderstood ? 3 : 0)
}

/** Collects what the query needs from each line, then answers it. */
type Collector = { add: OnRecord; finish(report: Report): Answer }

type Answer = {
  text: string
  json: object
  /** 1 if the error doesn't exist, 4 if `--fail-on` has found something. */
  exitCode?: number | undefined
  /** Writes the files that the query names. */
  save?: () => Promise<void>
}

function createCollector(query: Query): Collector {
  const nameFrames = createFrameNames([buildFolder, ...query.buildFolders])
  if (query.review) return createReviewCollector(query.review, nameFrames)
  return query.reference === null
    ? createOverviewCollector(query.filter, query.isSummarized, nameFrames)
    : createReferenceCollector(query.reference, nameFrames)
}

/** Incremented when a field of the JSON output changes its meaning. */
const version = 5

async function readAll(sources: Source[], onRecord: OnRecord): Promise<Report> {
  const report = newReport()
  let bytes = 0
  const sayProgress = () => say(`${Math.round(bytes / 1e6).toLocaleString('en-US')} MB read so far …`)
  const timer = setInterval(sayProgress, ms('2s')).unref()
  for (const source of sources) {
    const reader = createLogReader(source.name, report, onRecord)
    const problem = await readSource(source, (chunk) => {
      bytes += chunk.length
      reader.read(chunk)
    })
    reader.end()
    if (problem) report.problems.push(problem)
  }
  clearInterval(timer)
  return report
}

function refuse(problem: string): number {
  say(`${problem}.\nnpm run logs -- --help says more.`)
  return 2
}

function print(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}
