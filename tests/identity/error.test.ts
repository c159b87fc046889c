import { expect, test } from 'vitest'
import { describeIdentityError } from '@/lib/identity/error'

const waits: [seconds: number | null | undefined, wait: string][] = [
  [1, '1 minute'],
  [59, '1 minute'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [240, '4 minutes'],
  [600, '10 minutes'],
  [0, '1 minute'],
  [null, 'a few minutes'],
  [undefined, 'a few minutes'],
]

test.each(waits)('after too many sign-ins, with %s seconds left, one is told to wait %s', (seconds, wait) => {
  const problem = seconds === undefined ? {} : { retryAfterSeconds: seconds }
  expect(describeIdentityError({ code: 'session-limited', ...problem })).toBe(
    `Too many sign-ins. Please try again in ${wait}.`,
  )
})

test('a wrong password and an unknown address read the same', () => {
  const words = (['wrong-password', 'user-not-found', 'invalid-credential'] as const).map((code) =>
    describeIdentityError({ code }),
  )
  expect(new Set(words).size).toBe(1)
})

test('a code nobody has words for is a fault of ours, and its name is not shown', () => {
  expect(describeIdentityError({ code: 'internal-error' })).toBe(
    'Something went wrong on our side. Please try again in a moment.',
  )
})
