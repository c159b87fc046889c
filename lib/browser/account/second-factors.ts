import 'client-only'
import type {
  Enrolment,
  EnrolmentCalls,
  FactorsChanged,
  IdentityClient,
  Outcome,
} from '@/lib/browser/identity/firebase'
import { askPasskeysAsOwner } from '@/lib/browser/passkeys/owner-requests'
import { openSessionByCustomToken } from '@/lib/browser/session/sign-in'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { AuthenticatorKey, SecondFactor } from '@/lib/identity/second-factor'
import type { PasskeyToken } from '@/lib/passkeys'
import { passkeyRequests } from '@/lib/site/passkey-routes'
import type { PasswordChange } from './account'
import { type AccountOwner, askAsOwner } from './owner'
import { noteOthersEnd, settleSessions } from './sessions'

/** Like a change of the password, which has the same rules for sessions; `factors` are those of the account now. */
export type FactorChange =
  | Extract<PasswordChange, { status: 'failed' }>
  | (Extract<PasswordChange, { status: 'changed' }> & { factors: SecondFactor[] })

/** A key for an authenticator app, whose code confirms it. */
export function beginAuthenticator(
  owner: AccountOwner,
): Promise<Outcome<Enrolment & { key: AuthenticatorKey }>> {
  return enrol(owner, (calls) => calls.beginTotp())
}

/** Has a code sent to a phone, which confirms it. As long as the person needs for what a captcha asks. */
export function beginPhone(owner: AccountOwner, phoneNumber: string): Promise<Outcome<Enrolment>> {
  return enrol(owner, (calls) => calls.beginSms(phoneNumber), { limitMs: null })
}

/** Adds the factor, if the code is correct. This session continues, all others end. */
export function confirmEnrolment(
  owner: AccountOwner,
  enrolment: Enrolment,
  { code, name }: { code: string; name: string },
): Promise<FactorChange> {
  return change(owner, () => enrolment.confirm(code, name))
}

/** Removes a factor. This session continues, all others end. */
export function removeSecondFactor(owner: AccountOwner, factorId: string): Promise<FactorChange> {
  return change(owner, async (client) => (await client.enrolment()).remove(factorId))
}

/**
 * Removes all factors of a user who has signed in by passkey, which counts as one: a phone may be lost. Our server does it, and
 * this browser signs in once more, as all tokens are revoked.
 */
export async function removeAllSecondFactors({ config, userId }: AccountOwner): Promise<FactorChange> {
  const asked = { method: 'DELETE', body: { userId } } as const
  const removed = await askPasskeysAsOwner<PasskeyToken>(config, passkeyRequests.secondFactors, asked)
  if (removed.status === 'failed') return { ...removed, code: meanings[removed.code] ?? removed.code }
  noteOthersEnd()
  const session = await openSessionByCustomToken(config, removed.value.customToken)
  return {
    status: 'changed',
    factors: [],
    isRenewed: session.status === 'signed-in',
    haveOthersEnded: true,
  }
}

async function change(
  owner: AccountOwner,
  call: (client: IdentityClient) => Promise<Outcome<FactorsChanged>>,
): Promise<FactorChange> {
  const changed = await askAsOwner(owner, call)
  if (changed.status === 'failed') return { ...changed, code: meanings[changed.code] ?? changed.code }
  const { token, factors } = changed.value
  return { status: 'changed', factors, ...(await settleSessions(owner.config, token)) }
}

async function enrol<T>(
  owner: AccountOwner,
  call: (calls: EnrolmentCalls) => Promise<Outcome<T>>,
  limit?: { limitMs: null },
): Promise<Outcome<T>> {
  const outcome = await askAsOwner(owner, async (client) => call(await client.enrolment()), limit)
  if (outcome.status === 'done' || outcome.code !== 'operation-not-allowed') return outcome
  // The provider's word for any way that is switched off.
  return { status: 'failed', code: 'second-factor-off' }
}

/** After the change the SDK reloads the account, which may be what failed: then we can't know what has changed. */
const meanings: Partial<Record<IdentityErrorCode, IdentityErrorCode>> = {
  'network-request-failed': 'second-factor-unknown',
  'internal-error': 'second-factor-unknown',
  timeout: 'second-factor-unknown',
}
