/** What commands tell people. All of it goes to stderr: stdout is for the log. */
/** A failure that people can fix: shown as this message alone, without a stack. */
export function startProblem(message: string): Error {
  return Object.assign(new Error(message), { name: problemName })
}

/** A problem's message, or the stack of anything unexpected. */
export function describeStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === problemName ? error.message : (error.stack ?? error.message)
}

export function say(words: string): void {
  process.stderr.write(`${words}\n`)
}

/** Says what is being done, and again every ten seconds. */
export async function showProgress<T>(words: () => string, work: () => Promise<T>): Promise<T> {
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  say(`${words()} …`)
  const timer = setInterval(() => say(`${words()} … ${seconds()} s so far`), 10_000)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

const problemName = 'StartProblem'
