/** Settles like `work`, or rejects with the code `timeout`. `AbortSignal.timeout` isn't enough: a `fetch` has hung despite it. */
export async function withTimeout<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('No answer'), { code: 'timeout' })), limitMs)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
