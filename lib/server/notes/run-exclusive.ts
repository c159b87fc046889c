import 'server-only'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { oncePerProcess } from '@/lib/server/process'

/**
 * Does what takes long one after another for each key, such as the searches of one user. The process answers what else came in
 * before each. The limit of such requests bounds how many wait.
 */
export function runExclusive<T>(key: string, work: () => T | Promise<T>): Promise<T> {
  const before = last.get(key) ?? Promise.resolve()
  const done = before.then(() => nextTurn()).then(work)
  const ended = Promise.allSettled([done])
  last.set(key, ended)
  void ended.then(() => {
    if (last.get(key) === ended) last.delete(key)
  })
  return done
}

/** When the last of each key ends. */
const last = oncePerProcess('turns', () => new Map<string, Promise<unknown>>())
