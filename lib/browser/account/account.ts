import 'client-only'
import type { ProfileChange } from '@/lib/account'
import type { IdentityClient, Outcome } from '@/lib/browser/identity/firebase'
import { renewSession } from '@/lib/browser/session/renewal'
import { sessionState } from '@/lib/browser/session/session'
import type { IdentityError } from '@/lib/identity/error'
import { routes } from '@/lib/site/routes'
import { recordConfirmation } from './confirmation'
import { type AccountOwner, callAsOwner } from './owner'
import { renewAndEndOthers } from './sessions'

/** The result of an account operation. */
export type StepOutcome = { status: 'done' } | Failure
type Failure = { status: 'failed' } & IdentityError

/** Updates the name at the provider, and then in the session, where the header's initials come from. */
export async function changeProfile(owner: AccountOwner, change: ProfileChange): Promise<StepOutcome> {
  const step = await runStep(owner, (client) => client.changeProfile(change))
  if (step.status === 'done') void renewSession(owner.config).then(sessionState.refresh)
  return step
}

/** Sends the verification email. */
export function sendVerification(owner: AccountOwner): Promise<StepOutcome> {
  return runStep(owner, (client) => client.sendVerification(accountUrl()))
}

/**
 * Emails the new address; nothing changes until the link is used. An address already in use gets the same
 * response, so it doesn't reveal who has an account.
 */
export async function requestEmailChange(owner: AccountOwner, email: string): Promise<StepOutcome> {
  const step = await runStep(owner, (client) => client.changeEmail(email, accountUrl()))
  return step.status === 'failed' && step.code === 'email-already-in-use' ? { status: 'done' } : step
}

/**
 * `isRenewed`: if false this session ends soon, as the provider revokes tokens from before the change.
 * `haveOthersEnded`: if false we couldn't reach our server to end them.
 */
export type CredentialChange = Failure | { status: 'changed'; isRenewed: boolean; haveOthersEnded: boolean }

/** Sets a password. This session gets a new cookie, all others end immediately. */
export async function changePassword(owner: AccountOwner, password: string): Promise<CredentialChange> {
  const { config } = owner
  const changed = await callAsOwner(owner, (client) => client.changePassword(password))
  if (changed.status === 'failed')
    return changed.code === 'timeout' ? { ...changed, code: 'account-password-unknown' } : changed
  const settled = await renewAndEndOthers(config, changed.value)
  if (settled.isRenewed) recordConfirmation()
  return { status: 'changed', ...settled }
}

async function runStep<T>(
  owner: AccountOwner,
  call: (client: IdentityClient) => Promise<Outcome<T>>,
): Promise<StepOutcome> {
  const outcome = await callAsOwner(owner, call)
  return outcome.status === 'done' ? { status: 'done' } : outcome
}

/** Where links in emails return to. */
function accountUrl(): string {
  return new URL(routes.account, location.origin).href
}
