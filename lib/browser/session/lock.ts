import 'client-only'

const lockName = 'foyer-session'
const longestWaitMs = 5_000

/**
 * Whatever changes the session happens in one tab at a time, where the browser has Web Locks. `hasWaited`
 * says that another tab was first. Without locks, or when a tab keeps its turn too long, the work is done all
 * the same: the server bears two.
 */
export async function inTurn<T>(work: (hasWaited: boolean) => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work(false)
  const atOnce = await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work(false) } : null,
  )
  if (atOnce) return atOnce.result
  const afterWait = await waitForTurn(work)
  return afterWait ? afterWait.result : work(true)
}

async function waitForTurn<T>(work: (hasWaited: boolean) => Promise<T>): Promise<{ result: T } | null> {
  const signal = AbortSignal.timeout(longestWaitMs)
  let hasBegun = false
  try {
    return await navigator.locks.request(lockName, { signal }, async () => {
      hasBegun = true
      return { result: await work(true) }
    })
  } catch (error) {
    if (error instanceof DOMException && !hasBegun) return null
    throw error
  }
}
