import 'client-only'
/** Signing in with a second factor, and codes by SMS; a chunk of its own, loaded when an account has one. */
import { FirebaseError } from 'firebase/app'
import {
  type Auth,
  getMultiFactorResolver,
  type MultiFactorAssertion,
  type MultiFactorError,
  type MultiFactorInfo,
  PhoneAuthProvider,
  type PhoneInfoOptions,
  PhoneMultiFactorGenerator,
  type PhoneMultiFactorInfo,
  RecaptchaVerifier,
  TotpMultiFactorGenerator,
  type UserCredential,
} from 'firebase/auth'
import { type Challenge, closeChallenge, openChallenge } from '@/lib/browser/identity/second-factor'
import { parseCode, type SecondFactor } from '@/lib/identity/second-factor'
import { withTimeout } from '@/lib/time/timeout'
import { malformedCode, outcomeOf } from './outcome'

/** The SDK waits 30 s for response headers and forever for the body. */
const maxWaitMs = 45_000

/** Prompts for the second factor and signs in with it. Rejects with the error if this page has no prompt. */
export function promptSecondFactor(auth: Auth, error: MultiFactorError): Promise<UserCredential> {
  const resolver = getMultiFactorResolver(auth, error)
  /** The verification ID of the last code sent, by factor. */
  const sent = new Map<string, string>()
  return new Promise((resolve, reject) => {
    const challenge: Challenge = {
      operation: error.customData.operationType,
      factors: resolver.hints.map(toSecondFactor),
      sendCode: ({ id }) =>
        outcomeOf(
          sendCode(auth, { session: resolver.session, multiFactorUid: id }).then(
            (verificationId) => void sent.set(id, verificationId),
          ),
        ),
      answer: async (factor, typed) => {
        const code = parseCode(typed)
        if (!code) return malformedCode
        const signingIn = resolver.resolveSignIn(assertionOf(factor, code))
        const outcome = await outcomeOf(withTimeout(signingIn, maxWaitMs))
        if (outcome.status === 'failed') return outcome
        closeChallenge(challenge)
        resolve(outcome.value)
        return { status: 'done' }
      },
      cancel: (code) => {
        closeChallenge(challenge)
        reject(new FirebaseError(`auth/${code ?? 'second-factor-cancelled'}`, 'No second factor'))
      },
    }
    if (!openChallenge(challenge)) reject(error)
  })

  function assertionOf({ id, kind }: SecondFactor, code: string) {
    if (kind === 'totp') return TotpMultiFactorGenerator.assertionForSignIn(id, code)
    return phoneAssertion(sent.get(id) ?? '', code)
  }
}

/** Maps the SDK's data of a factor to ours. */
export function toSecondFactor(info: MultiFactorInfo): SecondFactor {
  const isPhone = info.factorId === PhoneMultiFactorGenerator.FACTOR_ID
  return {
    id: info.uid,
    kind: isPhone ? 'sms' : 'totp',
    name: info.displayName || null,
    phoneNumber: isPhone ? (info as PhoneMultiFactorInfo).phoneNumber : null,
  }
}

/** Long enough to solve Google's captcha. If the user closes it, its promise never settles. */
const maxCaptchaMs = 3 * 60_000

/**
 * Sends a code by SMS and returns its verification ID. The provider requires a captcha token, for which the SDK loads
 * Google's script (S124), except with the emulator. Removes what the captcha adds to the page.
 */
export async function sendCode(auth: Auth, to: PhoneInfoOptions): Promise<string> {
  const container = document.body.appendChild(document.createElement('div'))
  const verifier = new RecaptchaVerifier(auth, container, { size: 'invisible' })
  try {
    return await withTimeout(new PhoneAuthProvider(auth).verifyPhoneNumber(to, verifier), maxCaptchaMs)
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
