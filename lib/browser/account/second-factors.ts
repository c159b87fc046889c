import 'client-only'
import type {
  Enrollment,
  EnrollmentCalls,
  FactorsChanged,
  IdentityClient,
  Outcome,
} from '@/lib/browser/identity/firebase'
import { callPasskeysAsOwner } from '@/lib/browser/passkeys/owner-requests'
import { signInWithCustomToken } from '@/lib/browser/session/sign-in'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { AuthenticatorKey, SecondFactor } from '@/lib/identity/second-factor'
import type { PasskeyToken } from '@/lib/passkeys'
import { passkeyRequests } from '@/lib/site/passkey-routes'
import type { CredentialChange } from './account'
import { type AccountOwner, callAsOwner } from './owner'
import { renewAndEndOthers, reportOtherSessionsEnded } from './sessions'

/** Like a change of the password, which has the same rules for sessions; `factors` are those of the account now. */
export type FactorChange =
  | Extract<CredentialChange, { status: 'failed' }>
  | (Extract<CredentialChange, { status: 'changed' }> & { factors: SecondFactor[] })

/** A key for an authenticator app, whose code confirms it. */
export function startTotpEnrollment(
  owner: AccountOwner,
): Promise<Outcome<Enrollment & { key: AuthenticatorKey }>> {
  return startEnrollment(owner, (calls) => calls.startTotp())
}

/** Has a code sent to a phone, which confirms it. As long as the person needs for what a captcha asks. */
export function startSmsEnrollment(owner: AccountOwner, phoneNumber: string): Promise<Outcome<Enrollment>> {
  return startEnrollment(owner, (calls) => calls.startSms(phoneNumber), { limitMs: null })
}

/** Adds the factor, if the code is correct. This session continues, all others end. */
export function confirmEnrollment(
  owner: AccountOwner,
  enrolment: Enrollment,
  { code, name }: { code: string; name: string },
): Promise<FactorChange> {
  return changeFactors(owner, () => enrolment.confirm(code, name))
}

/** Removes a factor. This session continues, all others end. */
export function removeSecondFactor(owner: AccountOwner, factorId: string): Promise<FactorChange> {
  return changeFactors(owner, async (client) => (await client.enrollment()).remove(factorId))
}

/**
 * Removes all factors of a user who has signed in by passkey, which counts as one: a phone may be lost. Our server does it, and
 * this browser signs in once more, as all tokens are revoked.
 */
export async function removeAllSecondFactors({ config, userId }: AccountOwner): Promise<FactorChange> {
  const asked = { method: 'DELETE', body: { userId } } as const
  const removed = await callPasskeysAsOwner<PasskeyToken>(config, passkeyRequests.secondFactors, asked)
  if (removed.status === 'failed') return { ...removed, code: codesAfterChange[removed.code] ?? removed.code }
  reportOtherSessionsEnded()
  const session = await signInWithCustomToken(config, removed.value.customToken)
  return {
    status: 'changed',
    factors: [],
    isRenewed: session.status === 'signed-in',
    haveOthersEnded: true,
  }
}

async function changeFactors(
  owner: AccountOwner,
  call: (client: IdentityClient) => Promise<Outcome<FactorsChanged>>,
): Promise<FactorChange> {
  const changed = await callAsOwner(owner, call)
  if (changed.status === 'failed') return { ...changed, code: codesAfterChange[changed.code] ?? changed.code }
  const { token, factors } = changed.value
  return { status: 'changed', factors, ...(await renewAndEndOthers(owner.config, token)) }
}

async function startEnrollment<T>(
  owner: AccountOwner,
  call: (calls: EnrollmentCalls) => Promise<Outcome<T>>,
  limit?: { limitMs: null },
): Promise<Outcome<T>> {
  const outcome = await callAsOwner(owner, async (client) => call(await client.enrollment()), limit)
  if (outcome.status === 'done' || outcome.code !== 'operation-not-allowed') return outcome
  // The provider's word for any way that is switched off.
  return { status: 'failed', code: 'second-factor-off' }
}

/** After the change the SDK reloads the account, which may be what failed: then we can't know what has changed. */
const codesAfterChange: Partial<Record<IdentityErrorCode, IdentityErrorCode>> = {
  'network-request-failed': 'second-factor-unknown',
  'internal-error': 'second-factor-unknown',
  timeout: 'second-factor-unknown',
}
