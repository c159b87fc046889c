/** When a program that has been started can be used. */
import { get as getPlain } from 'node:http'
import { get as getSecure } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import type { Child, Ending } from './children'
import { startProblem } from './terminal'

export type Readiness = {
  /** For the words, if it does not come: 'The site'. */
  name: string
  child: Child
  isReady(): Promise<boolean>
  withinMs: number
}

/** Waits until the program is ready. Fails, showing its last words, when it ends before, or takes too long. */
export async function requireReady({ name, child, isReady, withinMs }: Readiness): Promise<void> {
  const deadline = Date.now() + withinMs
  const ended = child.ended.then((ending) => ({ ending }))
  while (!(await isReady())) {
    const next = await Promise.race([ended, delay(100, null)])
    if (next) throw startProblem(describeEnding(name, next.ending))
    if (Date.now() > deadline) throw startProblem(`${name} did not answer within ${withinMs / 1000} seconds.`)
  }
}

/** Fails when the program ends. For programs that are to run until they are closed. */
export async function requireRunning(name: string, child: Child): Promise<never> {
  throw startProblem(describeEnding(name, await child.ended))
}

/** Whether something answers HTTP there, whatever it answers. Not by `fetch`, which has been seen never to come back. */
export function isAnswering(url: URL): Promise<boolean> {
  const get = url.protocol === 'https:' ? getSecure : getPlain
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      response.resume()
      resolve(true)
    })
    const timer = setTimeout(() => request.destroy(), answerWithinMs)
    request.once('error', () => resolve(false))
    request.once('close', () => {
      clearTimeout(timer)
      resolve(false)
    })
  })
}

const answerWithinMs = 5_000

export function describeEnding(name: string, { words, lastLines }: Ending): string {
  return lastLines ? `${name} ${words}. It said last:\n\n${lastLines}\n` : `${name} ${words}.`
}
