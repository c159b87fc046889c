import 'client-only'
import { failureOf } from '@/lib/browser/identity/fault'
import type { AttemptMethod } from '@/lib/session/attempt'
import type { AttemptOutcome } from './attempts'

/** Reports this sign-in attempt and returns it, without delaying it or making it fail. `continues`: it began on another page. */
export function reportAttempt<T extends AttemptOutcome>(
  method: AttemptMethod,
  signingIn: Promise<T>,
  { continues = false } = {},
): Promise<T> {
  void import('./attempts')
    .then(({ trackAttempt }) => trackAttempt(method, signingIn, continues))
    .catch(failureOf)
  return signingIn
}
