import 'client-only'
/** Reports the outcome of sign-in attempts to the server's log, without the user. Loaded by the first attempt. */
import { currentChallenge } from '@/lib/browser/identity/second-factor'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { AbandonedStep, AttemptMethod, AttemptReport } from '@/lib/session/attempt'
import { attemptRoute } from '@/lib/site/attempt-route'
import { currentRedirect } from './redirect'

/** `done`: continues by email. Null: a newer attempt replaced it and reports its own. */
export type AttemptOutcome =
  | { status: 'signed-in' | 'done' }
  | { status: 'failed'; code: IdentityErrorCode }
  | null

/** The cause to report if the page is left now; null if the attempt continues elsewhere. */
type Attempt = { cause: IdentityErrorCode | AbandonedStep | null }

/** By method: repeated tries on this page are one attempt. */
const attempts = new Map<AttemptMethod, Attempt>()

/** Reports that an attempt began, unless it continues one, and its end: a success, or leaving the page. */
export async function trackAttempt(
  method: AttemptMethod,
  signingIn: Promise<AttemptOutcome>,
  continues: boolean,
): Promise<void> {
  // Adding the same listener again has no effect.
  window.addEventListener('pagehide', reportAbandoned)
  if (!continues && !attempts.has(method)) report({ outcome: 'begun', method })
  const attempt: Attempt = { cause: 'left' }
  attempts.set(method, attempt)
  const ended = await signingIn
  if (ended?.status === 'failed') attempt.cause = ended.code
  if (ended?.status === 'done') attempt.cause = null
  if (ended?.status === 'signed-in' && attempts.delete(method)) report({ outcome: 'finished', method })
}

/** Includes methods that failed before another one succeeded. */
function reportAbandoned(): void {
  const redirected = currentRedirect()
  for (const [method, { cause }] of attempts)
    if (cause !== null && method !== redirected)
      report({ outcome: 'abandoned', method, cause: cause === 'left' ? abandonedStep() : cause })
  attempts.clear()
}

function abandonedStep(): AbandonedStep {
  return currentChallenge() ? 'left-at-second-factor' : 'left'
}

function report(attempt: AttemptReport): void {
  navigator.sendBeacon(attemptRoute, new Blob([JSON.stringify(attempt)], { type: 'application/json' }))
}
