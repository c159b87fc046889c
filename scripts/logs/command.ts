/** Asks logs for errors and prints the answer: results on stdout, words about the reading on stderr. */
import { say } from '../start/terminal'
import { openAnswer } from './answer'
import { type Question, readArguments } from './arguments'
import { describeLines } from './line-report'
import { openProgress } from './progress'
import { openScan, type Scan } from './scan'
import { readSource, requireSources, type Source } from './source'
import { usage } from './usage'

/** The exit code: 0 when all was read, 1 when something was not read or not found, 2 when the arguments are wrong. */
export async function readLogs(texts: string[]): Promise<0 | 1 | 2> {
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

async function answerQuestion(question: Question, sources: Source[]): Promise<0 | 1> {
  const answer = openAnswer(question)
  const scan = openScan(answer.add)
  const { problems, took } = await readAll(sources, scan)
  const { text, isAnswered } = answer.finish({ lines: scan.counts, problems })
  print(text)
  for (const words of [...problems, describeLines(scan.counts), took]) if (words) say(words)
  return problems.length > 0 || !isAnswered ? 1 : 0
}

async function readAll(sources: Source[], scan: Scan) {
  const sizes = sources.map(({ bytes }) => bytes)
  const totalBytes = sizes.reduce((sum, size) => (sum === null || size === null ? null : sum + size), 0)
  const progress = openProgress({ totalBytes, countErrors: () => scan.counts.errors })
  const problems: string[] = []
  for (const source of sources) {
    const problem = await readSource(source, { takeLog: scan.read, takeBytes: progress.advance })
    if (problem) problems.push(problem)
    scan.endLog()
  }
  return { problems, took: progress.close() }
}

function print(text: string): 0 {
  process.stdout.write(`${text}\n`)
  return 0
}
