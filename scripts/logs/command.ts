/** Asks logs for errors and prints the answer: results on stdout, words about the reading on stderr. */
import { say } from '../start/terminal'
import { openAnswer } from './answer'
import { type Question, readArguments } from './arguments'
import { countNotUnderstood, describeForeign, describeNotUnderstood } from './line-report'
import { openProgress } from './progress'
import { openScan, type Scan } from './scan'
import { readSource, requireSources, type Source } from './source'
import { usage } from './usage'

/**
 * The exit code: 0 when all was read and understood, 1 when something was not read or not found, 2 when the arguments
 * are wrong, 3 when there were lines that were not understood, or none at all.
 */
export async function readLogs(texts: string[]): Promise<0 | 1 | 2 | 3> {
  const reading = readArguments(texts, Date.now())
  if (reading.status === 'help') return print(usage)
  const problem = reading.status === 'wrong' ? reading.problem : problemOfInput(reading.question)
  if (reading.status === 'wrong' || problem !== null) {
    say(`${problem}.\nnpm run logs -- --help says more.`)
    return 2
  }
  const { question } = reading
  return await answerQuestion(question, await requireSources(question.files))
}

/** Nobody types a log. */
function problemOfInput({ files }: Question): string | null {
  return files.length === 0 && process.stdin.isTTY
    ? 'Name a log, or hand one over on the standard input'
    : null
}

async function answerQuestion(question: Question, sources: Source[]): Promise<0 | 1 | 3> {
  const answer = openAnswer(question)
  const scan = openScan(answer.add)
  const { problems, took } = await readAll(sources, scan)
  const lines = scan.counts
  const facts = { lines, notUnderstood: countNotUnderstood(lines, scan.firstNotUnderstood()), problems }
  const { text, isAnswered } = answer.finish(facts)
  const notUnderstood = describeNotUnderstood(facts)
  print(text)
  // On stdout, beside the answer: who keeps only that must not take it for an all-clear. JSON has it as fields.
  if (notUnderstood && !question.isJson) print(notUnderstood)
  for (const words of [...problems, describeForeign(lines), took]) if (words) say(words)
  if (problems.length > 0 || !isAnswered) return 1
  return notUnderstood ? 3 : 0
}

async function readAll(sources: Source[], scan: Scan) {
  const sizes = sources.map(({ bytes }) => bytes)
  const totalBytes = sizes.reduce((sum, size) => (sum === null || size === null ? null : sum + size), 0)
  const progress = openProgress({ totalBytes, countErrors: () => scan.counts.errors })
  const problems: string[] = []
  for (const source of sources) {
    const problem = await readSource(source, { takeLog: scan.read, takeBytes: progress.advance })
    if (problem) problems.push(problem)
    scan.endLog(source.name)
  }
  return { problems, took: progress.close() }
}

function print(text: string): 0 {
  process.stdout.write(`${text}\n`)
  return 0
}
