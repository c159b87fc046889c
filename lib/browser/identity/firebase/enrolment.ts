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
import { asUser } from './account'
import { type FreshToken, malformedCode, type Outcome, outcomeOf, renewedToken } from './outcome'
import { describeFactor } from './second-factor'
import { phoneAssertion, sendCode } from './sms'

/** A factor that a code will confirm: at its owner's phone, but not yet with the account. */
export type Enrolment = {
  /** With the right code the account has the factor, under this name. */
  confirm: (code: string, name: string) => Promise<Outcome<FactorsChanged>>
}

/** What the account has now, and a token from after the change; null if the provider gives none any more. */
export type FactorsChanged = { factors: SecondFactor[]; token: FreshToken | null }

export type EnrolmentCalls = {
  /** A key for an authenticator app. It never leaves this page's memory but for what the person sees. */
  beginTotp: () => Promise<Outcome<Enrolment & { key: AuthenticatorKey }>>
  /** Has a code sent to this number. */
  beginSms: (phoneNumber: string) => Promise<Outcome<Enrolment>>
  remove: (factorId: string) => Promise<Outcome<FactorsChanged>>
}

/** Calls for the signed-in user; `requires-recent-login` if there is none or the sign-in is too old. */
export function enrolmentCalls(auth: Auth): EnrolmentCalls {
  return {
    beginTotp: async () => {
      const begun = await asUser(auth, beginTotp)
      const isUnknown = auth.emulatorConfig && begun.status === 'failed' && begun.code === 'invalid-argument'
      return isUnknown ? { status: 'failed', code: 'totp-not-emulated' } : begun
    },
    beginSms: (phoneNumber) =>
      asUser(auth, async (user) => {
        const session = await multiFactor(user).getSession()
        const verification = await sendCode(auth, { phoneNumber, session })
        return enrolmentOf(user, (code) => phoneAssertion(verification, code))
      }),
    remove: (factorId) =>
      asUser(auth, async (user) => {
        await multiFactor(user).unenroll(factorId)
        return changed(user)
      }),
  }
}

async function beginTotp(user: User): Promise<Enrolment & { key: AuthenticatorKey }> {
  const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession())
  const key = {
    secret: secret.secretKey,
    algorithm: secret.hashingAlgorithm,
    digits: secret.codeLength,
    periodSeconds: secret.codeIntervalSeconds,
  }
  return {
    ...enrolmentOf(user, (code) => TotpMultiFactorGenerator.assertionForEnrollment(secret, code)),
    key,
  }
}

function enrolmentOf(user: User, assertionOf: (code: string) => MultiFactorAssertion): Enrolment {
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
    factors: multiFactor(user).enrolledFactors.map(describeFactor),
    token: await renewedToken(user),
  }
}
