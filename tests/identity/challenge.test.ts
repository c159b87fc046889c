import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type Challenge,
  closeChallenge,
  currentChallenge,
  openChallenge,
  watchChallenges,
  withTimeoutExceptPrompts,
} from '@/lib/browser/identity/second-factor'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function challengeOf(cancel = vi.fn()): Challenge {
  const answer = async () => ({ status: 'done' }) as const
  return { operation: 'signIn', factors: [], sendCode: answer, answer, cancel }
}

test('there is no challenge without a prompt, and a second one cancels the first', () => {
  const [first, second] = [challengeOf(), challengeOf()]
  expect(openChallenge(first)).toBe(false)
  expect(currentChallenge()).toBeNull()
  const stop = watchChallenges(() => undefined)
  expect(openChallenge(first)).toBe(true)
  expect(openChallenge(second)).toBe(true)
  expect(first.cancel).toHaveBeenCalledOnce()
  closeChallenge(first)
  expect(currentChallenge()).toBe(second)
  closeChallenge(second)
  stop()
})

test('the time of a prompt does not count toward the timeout', async () => {
  const stop = watchChallenges(() => undefined)
  const challenge = challengeOf()
  let ending = ''
  const never = new Promise(() => undefined)
  withTimeoutExceptPrompts(never, 1_000).catch(({ code }) => {
    ending = code
  })
  openChallenge(challenge)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(ending).toBe('')
  closeChallenge(challenge)
  await vi.advanceTimersByTimeAsync(999)
  expect(ending).toBe('')
  await vi.advanceTimersByTimeAsync(1)
  expect(ending).toBe('timeout')
  stop()
})
