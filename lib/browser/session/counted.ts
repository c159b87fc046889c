import 'client-only'
import { failureOf } from '@/lib/browser/identity/fault'
import type { AttemptMethod } from '@/lib/session/attempt'
import type { AttemptOutcome } from './attempts'

/**
 * Has the server's log count how this sign-in goes, and returns it. Never delays it or makes it fail. `continues`: it began on
 * another page.
 */
export function reportAttempt<T extends AttemptOutcome>(
  method: AttemptMethod,
  signingIn: Promise<T>,
  { continues = false } = {},
): Promise<T> {
  void import('./attempts')
    .then(({ trackAttempt: followAttempt }) => followAttempt(method, signingIn, continues))
    .catch(failureOf)
  return signingIn
}
