import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Outcome } from '@/lib/browser/identity/firebase'
import { preparedChallenge } from '@/lib/browser/passkeys/challenge'

const minutes = (count: number) => count * 60_000

/** Answers with the number of the request, or with a failure. */
function counting(failsAt: readonly number[] = []) {
  let count = 0
  const ask = async (): Promise<Outcome<number>> => {
    count += 1
    return failsAt.includes(count)
      ? { status: 'failed', code: 'network-request-failed' }
      : { status: 'done', value: count }
  }
  return { ask, count: () => count }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('a prepared challenge waits for the press, and is handed out once', async () => {
  const { ask, count } = counting()
  const { prepare, take } = preparedChallenge(ask)
  prepare()
  prepare()
  expect(count()).toBe(1)
  expect(await take()).toEqual({ status: 'done', value: 1 })
  expect(await take()).toEqual({ status: 'done', value: 2 })
})

test('one that is about to expire or has failed is replaced', async () => {
  const { ask } = counting([3])
  const { prepare, take } = preparedChallenge(ask)
  prepare()
  vi.advanceTimersByTime(minutes(4))
  expect(await take()).toEqual({ status: 'done', value: 2 })
  prepare()
  await Promise.resolve()
  await Promise.resolve()
  expect(await take()).toEqual({ status: 'done', value: 4 })
})
