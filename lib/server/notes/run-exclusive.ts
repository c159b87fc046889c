import 'server-only'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { oncePerProcess } from '@/lib/server/process'

/**
 * Runs long work one at a time per key, such as a user's searches, and lets the event loop handle other requests before
 * each. The rate limits bound how many wait.
 */
export function runExclusive<T>(key: string, work: () => T | Promise<T>): Promise<T> {
  const previous = tails.get(key) ?? Promise.resolve()
  const result = previous.then(() => nextTurn()).then(work)
  const tail = Promise.allSettled([result])
  tails.set(key, tail)
  void tail.then(() => {
    if (tails.get(key) === tail) tails.delete(key)
  })
  return result
}

const tails = oncePerProcess('exclusive-work', () => new Map<string, Promise<unknown>>())
