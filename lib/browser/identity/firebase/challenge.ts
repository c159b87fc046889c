import 'client-only'
import { FirebaseError } from 'firebase/app'
import type { Auth, MultiFactorError, UserCredential } from 'firebase/auth'

/**
 * Prompts for a second factor if this sign-in needs one, by `components/second-factor`. Every call that signs in or
 * reauthenticates goes through here. Rejects with `second-factor-cancelled` if the user goes back.
 */
export async function withSecondFactor<T extends UserCredential | null>(
  auth: Auth,
  signingIn: Promise<T>,
): Promise<T | UserCredential> {
  try {
    return await signingIn
  } catch (error) {
    if (!isMultiFactorError(error)) throw error
    const { promptSecondFactor } = await import('./second-factor')
    return promptSecondFactor(auth, error)
  }
}

function isMultiFactorError(error: unknown): error is MultiFactorError {
  return error instanceof FirebaseError && error.code === 'auth/multi-factor-auth-required'
}
