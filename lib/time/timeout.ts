/**
 * Resolves like the work, or rejects with the code `timeout`. Needed even with an `AbortSignal`: a `fetch`
 * has been seen to hang together with its signal.
 */
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
