import 'client-only'
import type {
  Enrollment,
  EnrollmentCalls,
  FactorsChanged,
  IdentityClient,
  Outcome,
} from '@/lib/browser/identity/firebase'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { AuthenticatorKey, SecondFactor } from '@/lib/identity/second-factor'
import type { CredentialChange } from './account'
import { type AccountOwner, callAsOwner } from './owner'
import { renewAndEndOthers } from './sessions'

/** `factors` are those that the account has now. */
export type FactorChange =
  | Extract<CredentialChange, { status: 'failed' }>
  | (Extract<CredentialChange, { status: 'changed' }> & { factors: SecondFactor[] })

/** Returns a key for an authenticator app, whose code completes the enrollment. */
export function startTotpEnrollment(
  owner: AccountOwner,
): Promise<Outcome<Enrollment & { key: AuthenticatorKey }>> {
  return startEnrollment(owner, (calls) => calls.startTotp())
}

/** Texts a code, which completes the enrollment. Without a time limit, as a captcha may come first. */
export function startSmsEnrollment(owner: AccountOwner, phoneNumber: string): Promise<Outcome<Enrollment>> {
  return startEnrollment(owner, (calls) => calls.startSms(phoneNumber), { limitMs: null })
}

/** Adds the factor if the code is correct. Like every change here, it ends all other sessions. */
export function confirmEnrollment(
  owner: AccountOwner,
  enrollment: Enrollment,
  { code, name }: { code: string; name: string },
): Promise<FactorChange> {
  return changeFactors(owner, () => enrollment.confirm(code, name))
}

export function removeSecondFactor(owner: AccountOwner, factorId: string): Promise<FactorChange> {
  return changeFactors(owner, async (client) => (await client.enrollment()).remove(factorId))
}

async function changeFactors(
  owner: AccountOwner,
  call: (client: IdentityClient) => Promise<Outcome<FactorsChanged>>,
): Promise<FactorChange> {
  const changed = await callAsOwner(owner, call)
  if (changed.status === 'failed') return failedChange(changed)
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
  // The provider's code for anything that's disabled.
  return { status: 'failed', code: 'second-factor-off' }
}

/** After a change the SDK reloads the account. If that is what failed, we can't know whether anything changed. */
export function failedChange(failed: FactorChange & { status: 'failed' }): FactorChange {
  return { ...failed, code: codesAfterChange[failed.code] ?? failed.code }
}

const codesAfterChange: Partial<Record<IdentityErrorCode, IdentityErrorCode>> = {
  'network-request-failed': 'second-factor-unknown',
  'internal-error': 'second-factor-unknown',
  timeout: 'second-factor-unknown',
}
