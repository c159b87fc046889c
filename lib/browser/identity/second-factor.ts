import 'client-only'
import { observable } from '@/lib/browser/observable'
import { codeOf } from '@/lib/error-code'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { SecondFactor } from '@/lib/identity/second-factor'
import { withTimeout } from '@/lib/time/timeout'

type Answer = { status: 'done' } | { status: 'failed'; code: IdentityErrorCode }

/**
 * A sign-in that waits for its second factor. It lives in the memory of this page alone: a reload starts over.
 */
export type Challenge = {
  /** What waits: signing in, or confirming on a page of somebody signed in that it is them. */
  operation: 'signIn' | 'reauthenticate' | 'link'
  factors: readonly SecondFactor[]
  /** Has a code sent to the phone; again as often as the provider allows. */
  sendCode: (factor: SecondFactor) => Promise<Answer>
  /** With the correct code, as typed, the sign-in continues where it waited, and the challenge is over. */
  answer: (factor: SecondFactor, code: string) => Promise<Answer>
  /** The sign-in ends with this code, `second-factor-cancelled` where none is given: the person went back. */
  cancel: (code?: 'sdk-unreachable') => void
}

const challenges = observable<Challenge | null>(null)
let prompts = 0

/** The sign-in that waits now. */
export const currentChallenge = challenges.current

/** Tells of each challenge, and of its end. Who listens asks the person. Returns the way to stop. */
export function watchChallenges(listener: () => void): () => void {
  prompts += 1
  const stop = challenges.subscribe(listener)
  return () => {
    prompts -= 1
    stop()
  }
}

/** Asks the person. False if nothing on this page can. A second challenge ends the first. */
export function openChallenge(challenge: Challenge): boolean {
  if (prompts === 0) return false
  challenges.current()?.cancel()
  challenges.set(challenge)
  return true
}

/** Ends it, unless another has taken its place. */
export function closeChallenge(challenge: Challenge): void {
  if (challenges.current() === challenge) challenges.set(null)
}

/** Like `withPromptTimeout`, but the time in which a person is asked doesn't count. */
export async function withTimeLimitExceptPrompts<T>(work: Promise<T>, limitMs: number): Promise<T> {
  for (;;) {
    try {
      return await withTimeout(work, limitMs)
    } catch (error) {
      if (codeOf(error) !== 'timeout' || !challenges.current()) throw error
      await untilAnswered()
    }
  }
}

async function untilAnswered(): Promise<void> {
  while (challenges.current()) {
    await new Promise<void>((resolve) => {
      const stop = challenges.subscribe(() => {
        stop()
        resolve()
      })
    })
  }
}
