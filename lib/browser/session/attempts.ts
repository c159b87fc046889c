import 'client-only'
/** Reports how sign-ins go to the server's log, without whose they are. Loaded when one begins. */
import { currentChallenge } from '@/lib/browser/identity/second-factor'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { AbandonedStep, AttemptMethod, AttemptReport } from '@/lib/session/attempt'
import { attemptRoute } from '@/lib/site/attempt-route'
import { currentRedirect } from './redirect'

/** `done`: it goes on in an email. Null: another press has overtaken it, and reports its own. */
export type AttemptOutcome =
  | { status: 'signed-in' | 'done' }
  | { status: 'failed'; code: IdentityErrorCode }
  | null

/** Why the attempt is abandoned if the page is left now; null if it isn't, because it goes on elsewhere. */
type Attempt = { cause: IdentityErrorCode | AbandonedStep | null }

/** By method. However often somebody tries one on this page, it's one attempt. */
const attempts = new Map<AttemptMethod, Attempt>()

/** Reports that an attempt has begun, unless it continues one, and how it ends: when it succeeds, or when the page is left. */
export async function trackAttempt(
  method: AttemptMethod,
  signingIn: Promise<AttemptOutcome>,
  continues: boolean,
): Promise<void> {
  // The same listener, however often it's added.
  window.addEventListener('pagehide', reportAbandoned)
  if (!continues && !attempts.has(method)) report({ outcome: 'begun', method })
  const attempt: Attempt = { cause: 'left' }
  attempts.set(method, attempt)
  const ended = await signingIn
  if (ended?.status === 'failed') attempt.cause = ended.code
  if (ended?.status === 'done') attempt.cause = null
  if (ended?.status === 'signed-in' && attempts.delete(method)) report({ outcome: 'finished', method })
}

/** Also those for which another method was found: that's where somebody gave this one up. */
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

/** A report that gets lost is missing from a count: nothing more. */
function report(attempt: AttemptReport): void {
  navigator.sendBeacon(attemptRoute, new Blob([JSON.stringify(attempt)], { type: 'application/json' }))
}
