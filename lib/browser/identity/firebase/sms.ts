import 'client-only'
import { FirebaseError } from 'firebase/app'
import {
  type Auth,
  type MultiFactorAssertion,
  PhoneAuthProvider,
  type PhoneInfoOptions,
  PhoneMultiFactorGenerator,
  RecaptchaVerifier,
} from 'firebase/auth'
import { withTimeout } from '@/lib/time/timeout'

/** Long enough to solve Google's captcha. If the user closes it, its promise never settles. */
const maxWaitMs = 3 * 60_000

/**
 * Sends a code by SMS and returns its verification ID. The provider requires a captcha token, for which the SDK loads
 * Google's script (S124), except with the emulator. Removes what the captcha adds to the page.
 */
export async function sendCode(auth: Auth, to: PhoneInfoOptions): Promise<string> {
  const container = document.body.appendChild(document.createElement('div'))
  const verifier = new RecaptchaVerifier(auth, container, { size: 'invisible' })
  try {
    return await withTimeout(new PhoneAuthProvider(auth).verifyPhoneNumber(to, verifier), maxWaitMs)
  } catch (error) {
    // The SDK has no code of its own for a script that didn't load.
    if (error instanceof FirebaseError && error.code === 'auth/internal-error' && !('grecaptcha' in window))
      throw new FirebaseError('auth/captcha-blocked', error.message)
    throw error
  } finally {
    verifier.clear()
    container.remove()
  }
}

/** Proves that the code reached the phone. */
export function phoneAssertion(verificationId: string, code: string): MultiFactorAssertion {
  return PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(verificationId, code))
}
