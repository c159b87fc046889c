/**
 * What the work comes to, or an error with the code `timeout` after so many milliseconds. For work that may never end
 * whatever limit it was given: a `fetch` has been seen to be lost together with its signal.
 */
export async function withTimeLimit<T>(work: Promise<T>, limitMs: number): Promise<T> {
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
