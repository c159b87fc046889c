/** What the start command says to the person. All of it goes to stderr: stdout carries the log. */
import ms from 'ms'

/** A failure that the person can mend: shown as these words alone, without a stack. */
export function startProblem(message: string): Error {
  return Object.assign(new Error(message), { name: problemName })
}

/** An error in words: of a problem its message, of anything unforeseen the stack too. */
export function errorInWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === problemName ? error.message : (error.stack ?? error.message)
}

export function say(words: string): void {
  process.stderr.write(`${words}\n`)
}

/** Says what is being done, and every ten seconds that it still is. */
export async function showProgress<T>(words: string, work: () => Promise<T>): Promise<T> {
  const startedAt = Date.now()
  say(`${words} …`)
  const timer = setInterval(() => say(`${words} … ${ms(Date.now() - startedAt)} so far`), ms('10s'))
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

const problemName = 'StartProblem'
