import 'client-only'
import type { ProfileChange } from '@/lib/account'
import { refusalCode } from '@/lib/browser/http/refusal-code'
import { nullIfNoResponse } from '@/lib/browser/http/response'
import type { Outcome } from '@/lib/browser/identity/firebase'
import { freshToken } from '@/lib/browser/identity/identity'
import { endDeleted, whileLeaving } from '@/lib/browser/session/ending'
import { fetchWithSession, renewSession } from '@/lib/browser/session/renewal'
import { sessionState } from '@/lib/browser/session/session'
import type { PublicConfig } from '@/lib/config/config'
import type { ForeignCode, IdentityError } from '@/lib/identity/error-words'
import { accountRequests } from '@/lib/site/account-routes'
import { routes } from '@/lib/site/routes'
import { recordConfirmation } from './confirmation'
import { type AccountOwner, callAsOwner, callSiteWithSession } from './owner'
import { renewAndEndOthers, type SettledSessions } from './sessions'

type Failure = { status: 'failed' } & IdentityError

export type StepOutcome = { status: 'done' } | Failure

/** Updates the name at the provider, then in the session, which the header's initials come from. */
export async function changeProfile(owner: AccountOwner, change: ProfileChange): Promise<StepOutcome> {
  const step = await callAsOwner(owner, (client) => client.changeProfile(change))
  if (step.status === 'done') void renewSession(owner.config).then(sessionState.refresh)
  return step
}

/** Sends the verification email. */
export function sendVerification(owner: AccountOwner): Promise<StepOutcome> {
  return callAsOwner(owner, (client) => client.sendVerification(accountUrl()))
}

/**
 * Emails the new address; nothing changes until the link is used. An address already in use gets the same
 * response, so it doesn't reveal who has an account.
 */
export async function requestEmailChange(owner: AccountOwner, email: string): Promise<StepOutcome> {
  const announced = await announceAddress(owner, email)
  if (announced.status === 'failed') return announced
  const step = await callAsOwner(owner, (client) => client.changeEmail(email, accountUrl()))
  return step.status === 'failed' && step.code === 'email-already-in-use' ? { status: 'done' } : step
}

/** Tells our server, which puts back any other change, of the account's next address, or that it is about to have none. */
export function announceAddress(
  { config, userId }: AccountOwner,
  email: string | null,
): Promise<Outcome<void>> {
  return callSiteWithSession<void>(config, accountRequests.address, { body: { email, userId } })
}

/**
 * The outcome of changing a sign-in method. Without `isRenewed` this session ends soon, as the provider revokes
 * tokens issued before the change. Without `haveOthersEnded` our server couldn't be reached to end the others.
 */
export type CredentialChange = Failure | ({ status: 'changed' } & SettledSessions)

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

/** Where links in emails return to. */
function accountUrl(): string {
  return new URL(routes.account, location.origin).href
}

/** Deletes the account and everything in it, and broadcasts it to all tabs. */
export function requestDeletion(owner: AccountOwner): Promise<StepOutcome> {
  return whileLeaving(
    () => sendDeletion(owner),
    ({ status }) => status === 'done',
  )
}

/**
 * Retries once without a response: a second deletion does no harm and tells whether the first one succeeded, before the
 * page notices that its session has ended.
 */
async function sendDeletion({ config, userId }: AccountOwner): Promise<StepOutcome> {
  const init = { method: 'DELETE', body: JSON.stringify({ userId }), limitMs: 20_000 }
  const send = () => nullIfNoResponse(fetchWithSession(config, accountRequests.account, init))
  const first = await send()
  const response = first ?? (await send())
  if (!response) return { status: 'failed', code: 'account-unreachable' }
  if (!response.ok) {
    const code = await refusalCode(response)
    if (code !== 'no-session')
      return { status: 'failed', code: (code as ForeignCode | null) ?? 'account-unreachable' }
    if (first || !(await isUserDeleted(config))) return { status: 'failed', code: 'user-signed-out' }
  }
  await endDeleted(config)
  return { status: 'done' }
}

/** Whether the provider no longer issues tokens for this user. The second code is the emulator's. */
async function isUserDeleted(config: PublicConfig): Promise<boolean> {
  const token = await freshToken(config)
  return token.status === 'failed' && ['user-token-expired', 'invalid-refresh-token'].includes(token.code)
}
