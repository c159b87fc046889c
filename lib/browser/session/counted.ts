import 'client-only'
import { failureOf } from '@/lib/browser/identity/fault'
import type { SignInMethod } from '@/lib/session/attempt'
import type { AttemptOutcome } from './attempts'

/**
 * Has the server's log count how this sign-in goes, and returns it. Never delays it or makes it fail. `continues`: it began on
 * another page.
 */
export function counted<T extends AttemptOutcome>(
  method: SignInMethod,
  signingIn: Promise<T>,
  { continues = false } = {},
): Promise<T> {
  void import('./attempts')
    .then(({ followAttempt }) => followAttempt(method, signingIn, continues))
    .catch(failureOf)
  return signingIn
}
