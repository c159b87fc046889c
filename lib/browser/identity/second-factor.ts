import 'client-only'
import { observable } from '@/lib/browser/observable'
import { codeOf } from '@/lib/error-code'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { SecondFactor } from '@/lib/identity/second-factor'
import { withTimeout } from '@/lib/time/timeout'

type Answer = { status: 'done' } | { status: 'failed'; code: IdentityErrorCode }

/**
 * A sign-in that waits for its second factor. It's only in this page's memory: a reload starts over.
 */
export type Challenge = {
  /** What needs the second factor: signing in, or reauthenticating a signed-in user. */
  operation: 'signIn' | 'reauthenticate' | 'link'
  factors: readonly SecondFactor[]
  /** Sends a code to the phone, as often as the provider allows. */
  sendCode: (factor: SecondFactor) => Promise<Answer>
  /** Checks a typed code. If it's correct, the sign-in continues and the challenge is closed. */
  answer: (factor: SecondFactor, code: string) => Promise<Answer>
  /** Fails the sign-in with this code; the default `second-factor-cancelled` means the user went back. */
  cancel: (code?: 'sdk-unreachable') => void
}

const challenges = observable<Challenge | null>(null)
let prompts = 0

export const currentChallenge = challenges.current

/** Notifies a prompt of each challenge and its end. Returns the unsubscribe function. */
export function watchChallenges(listener: () => void): () => void {
  prompts += 1
  const stop = challenges.subscribe(listener)
  return () => {
    prompts -= 1
    stop()
  }
}

/** Shows a challenge to the user; false if this page has no prompt. A second challenge cancels the first. */
export function openChallenge(challenge: Challenge): boolean {
  if (prompts === 0) return false
  challenges.current()?.cancel()
  challenges.set(challenge)
  return true
}

/** Closes a challenge unless another has replaced it. */
export function closeChallenge(challenge: Challenge): void {
  if (challenges.current() === challenge) challenges.set(null)
}

/** Like `withTimeout`, but restarts after each prompt: the time users take doesn't count. */
export async function withTimeoutExceptPrompts<T>(work: Promise<T>, limitMs: number): Promise<T> {
  for (;;) {
    try {
      return await withTimeout(work, limitMs)
    } catch (error) {
      if (codeOf(error) !== 'timeout' || !challenges.current()) throw error
      await waitForChallenges()
    }
  }
}

async function waitForChallenges(): Promise<void> {
  while (challenges.current()) {
    await new Promise<void>((resolve) => {
      const stop = challenges.subscribe(() => {
        stop()
        resolve()
      })
    })
  }
}
