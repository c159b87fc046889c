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

/** Long enough for a person to solve what Google's captcha may ask. Closed unsolved, it says nothing, for ever. */
const longestWaitMs = 3 * 60_000

/**
 * Has a code sent by SMS; returns what the code belongs to. Against robots the provider wants a captcha's token: the SDK
 * loads Google's script for it (S124), except with the emulator. What it puts on the page is taken away again.
 */
export async function sendCode(auth: Auth, to: PhoneInfoOptions): Promise<string> {
  const place = document.body.appendChild(document.createElement('div'))
  const verifier = new RecaptchaVerifier(auth, place, { size: 'invisible' })
  try {
    return await withTimeout(new PhoneAuthProvider(auth).verifyPhoneNumber(to, verifier), longestWaitMs)
  } catch (error) {
    // The SDK has no word of its own for a script that didn't load.
    if (error instanceof FirebaseError && error.code === 'auth/internal-error' && !('grecaptcha' in window))
      throw new FirebaseError('auth/captcha-blocked', error.message)
    throw error
  } finally {
    verifier.clear()
    place.remove()
  }
}

/** The proof that a code came to the phone. */
export function phoneAssertion(verification: string, code: string): MultiFactorAssertion {
  return PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(verification, code))
}
