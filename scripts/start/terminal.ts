/** Messages of commands to people, on stderr: stdout is for the log. */
import { printable } from '../../lib/log/record'

/** A failure that people can fix, shown without a stack. */
export function startProblem(message: string): Error {
  return Object.assign(new Error(message), { name: problemName })
}

/** The message of a start problem, or the stack of an unexpected error. */
export function describeStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === problemName ? error.message : (error.stack ?? error.message)
}

/** Prints a message. Nothing in it controls the terminal. */
export function say(words: string): void {
  process.stderr.write(`${printableLines(words)}\n`)
}

/** Several lines, of which each is printable. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** Prints what is being done now, and every ten seconds until it is done. */
export async function showProgress<T>(words: string, work: Promise<T>): Promise<T> {
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  say(`${words} …`)
  const timer = setInterval(() => say(`${words} … ${seconds()} s so far`), 10_000)
  return await work.finally(() => clearInterval(timer))
}

const problemName = 'StartProblem'
