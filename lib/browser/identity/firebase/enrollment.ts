import 'client-only'
/** Adds and removes second factors; a chunk of its own, loaded when needed. */
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
import { phoneAssertion, sendCode, toSecondFactor } from './second-factor'

/** A factor that is on the user's device but not yet on the account: a code confirms it. */
export type Enrollment = {
  /** Adds the factor to the account under this name if the code is correct. */
  confirm: (code: string, name: string) => Promise<Outcome<FactorsChanged>>
}

/** The account's factors, and a token from after the change; null if the provider no longer issues one. */
export type FactorsChanged = { factors: SecondFactor[]; token: FreshToken | null }

export type EnrollmentCalls = {
  /** Creates a key for an authenticator app. It's only in this page's memory and on its screen. */
  startTotp: () => Promise<Outcome<Enrollment & { key: AuthenticatorKey }>>
  /** Sends a code to this number. */
  startSms: (phoneNumber: string) => Promise<Outcome<Enrollment>>
  remove: (factorId: string) => Promise<Outcome<FactorsChanged>>
}

/** Calls for the signed-in user; `requires-recent-login` if there is none or the sign-in is too old. */
export function enrollmentCalls(auth: Auth): EnrollmentCalls {
  return {
    startTotp: async () => {
      const started = await withUser(auth, startTotp)
      const isUnknown =
        auth.emulatorConfig && started.status === 'failed' && started.code === 'invalid-argument'
      return isUnknown ? { status: 'failed', code: 'totp-not-emulated' } : started
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
        return readFactors(user)
      }),
  }
}

async function startTotp(user: User): Promise<Enrollment & { key: AuthenticatorKey }> {
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
      return outcomeOf(enrolled.then(() => readFactors(user)))
    },
  }
}

/** The provider may reject older tokens: whether it issues a new one shows whether this browser stays signed in. */
async function readFactors(user: User): Promise<FactorsChanged> {
  return {
    factors: multiFactor(user).enrolledFactors.map(toSecondFactor),
    token: await renewedToken(user),
  }
}
