import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCeremony, runPrompt } from '@/lib/browser/passkeys/ceremony'

const rejecting = (error: unknown) => async () => {
  throw error
}

test.each([
  // Cancelled, timed out, or no passkey: browsers don't tell which.
  { name: 'NotAllowedError', prompt: 'passkey-cancelled', creation: 'passkey-not-created' },
  // "Already exists" only during creation; in a prompt engines mean different things by it.
  { name: 'InvalidStateError', prompt: 'passkey-failed', creation: 'passkey-exists' },
  { name: 'ConstraintError', prompt: 'passkey-failed', creation: 'passkey-not-verified' },
  { name: 'SecurityError', prompt: 'passkey-wrong-origin', creation: 'passkey-wrong-origin' },
  { name: 'NotSupportedError', prompt: 'passkey-unsupported', creation: 'passkey-unsupported' },
  { name: 'UnknownError', prompt: 'passkey-failed', creation: 'passkey-failed' },
])('$name has a code for a prompt and for a creation', async ({ name, prompt, creation }) => {
  const call = rejecting(new DOMException('Whatever', name))
  expect(await runCeremony(call, 'prompt')).toEqual({ status: 'failed', code: prompt })
  expect(await runCeremony(call, 'creation')).toEqual({ status: 'failed', code: creation })
})

test('our own abort is no failure; anything that password managers reject with is', async () => {
  const aborted = rejecting(new DOMException('Aborted', 'AbortError'))
  expect(await runCeremony(aborted, 'prompt')).toEqual({ status: 'aborted' })
  for (const error of [
    new TypeError('id is not a function'),
    { name: 'NotAllowedError' },
    'locked',
    undefined,
  ])
    expect(await runCeremony(rejecting(error), 'prompt')).toEqual({
      status: 'failed',
      code: 'passkey-failed',
    })
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a call that never answers ends after three minutes, before its challenge does', async () => {
  const outcome = runPrompt(() => new Promise<never>(() => undefined), 'prompt')
  await vi.advanceTimersByTimeAsync(180_000)
  expect(await outcome).toEqual({ status: 'failed', code: 'passkey-timed-out' })
})
