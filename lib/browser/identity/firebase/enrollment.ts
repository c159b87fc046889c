import 'client-only'
/** Adding and removing second factors; a chunk that loads when somebody does. */
import {
  type Auth,
  type MultiFactorAssertion,
  multiFactor,
  TotpMultiFactorGenerator,
  type User,
} from 'firebase/auth'
import { type AuthenticatorKey, parseCode, type SecondFactor } from '@/lib/identity/second-factor'
import { withUser } from './account'
import { type FreshToken, malformedCode, type Outcome, outcomeOf, renewedToken } from './outcome'
import { toSecondFactor } from './second-factor'
import { phoneAssertion, sendCode } from './sms'

/** A factor that a code will confirm: at its owner's phone, but not yet with the account. */
export type Enrollment = {
  /** With the right code the account has the factor, under this name. */
  confirm: (code: string, name: string) => Promise<Outcome<FactorsChanged>>
}

/** What the account has now, and a token from after the change; null if the provider gives none any more. */
export type FactorsChanged = { factors: SecondFactor[]; token: FreshToken | null }

export type EnrollmentCalls = {
  /** A key for an authenticator app. It never leaves this page's memory but for what the person sees. */
  startTotp: () => Promise<Outcome<Enrollment & { key: AuthenticatorKey }>>
  /** Has a code sent to this number. */
  startSms: (phoneNumber: string) => Promise<Outcome<Enrollment>>
  remove: (factorId: string) => Promise<Outcome<FactorsChanged>>
}

/** Calls for the signed-in user; `requires-recent-login` if there is none or the sign-in is too old. */
export function enrollmentCalls(auth: Auth): EnrollmentCalls {
  return {
    startTotp: async () => {
      const begun = await withUser(auth, beginTotp)
      const isUnknown = auth.emulatorConfig && begun.status === 'failed' && begun.code === 'invalid-argument'
      return isUnknown ? { status: 'failed', code: 'totp-not-emulated' } : begun
    },
    startSms: (phoneNumber) =>
      withUser(auth, async (user) => {
        const session = await multiFactor(user).getSession()
        const verification = await sendCode(auth, { phoneNumber, session })
        return createEnrollment(user, (code) => phoneAssertion(verification, code))
      }),
    remove: (factorId) =>
      withUser(auth, async (user) => {
        await multiFactor(user).unenroll(factorId)
        return changed(user)
      }),
  }
}

async function beginTotp(user: User): Promise<Enrollment & { key: AuthenticatorKey }> {
  const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession())
  const key = {
    secret: secret.secretKey,
    algorithm: secret.hashingAlgorithm,
    digits: secret.codeLength,
    periodSeconds: secret.codeIntervalSeconds,
  }
  return {
    ...createEnrollment(user, (code) => TotpMultiFactorGenerator.assertionForEnrollment(secret, code)),
    key,
  }
}

function createEnrollment(user: User, assertionOf: (code: string) => MultiFactorAssertion): Enrollment {
  return {
    confirm: async (typed, name) => {
      const code = parseCode(typed)
      if (!code) return malformedCode
      const enrolled = multiFactor(user).enroll(assertionOf(code), name || null)
      return outcomeOf(enrolled.then(() => changed(user)))
    },
  }
}

/** The provider distrusts tokens from before: whether it gives a new one shows whether this browser stays signed in. */
async function changed(user: User): Promise<FactorsChanged> {
  return {
    factors: multiFactor(user).enrolledFactors.map(toSecondFactor),
    token: await renewedToken(user),
  }
}
