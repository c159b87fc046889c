import 'client-only'
import type { PublicConfig } from '../config'
import type { IdentityProblem } from '../identity'
import type { ProfileChange } from '../profile'
import { isRecentSignIn } from '../recent-sign-in'
import { routes } from '../routes'
import { ifAnswered, refusalCode } from './answers'
import { endOtherDevices } from './devices'
import type { Confirmation, IdentityClient, Outcome } from './firebase'
import { askIdentity, forgetUser, openSessionBy, type SignInOutcome } from './identity'
import { fetchWithSession } from './session-fetch'
import { tellTabs } from './tabs'

/** What became of a step that a person took with their account. */
export type Step = { status: 'done' } | Failure
type Failure = { status: 'failed' } & IdentityProblem

/** Whose account it is, by the page they see. */
export type AccountOwner = { config: PublicConfig; userId: string }

/** When the password was last confirmed on this page, seconds since 1970. */
let confirmedAt = 0

/** A little is left for typing. */
const marginMs = 30_000

/** Whether the person should confirm first that it is them: they signed in then, seconds since 1970. */
export function needsConfirmation(authenticatedAt: number): boolean {
  return !isRecentSignIn(Math.max(authenticatedAt, confirmedAt), Date.now() + marginMs)
}

/** Whether a step may be repeated after a confirmation: the provider wants one, our server does, or the user is lost. */
export function isConfirmationWanted(step: { status: string; code?: string }): boolean {
  return ['requires-recent-login', 'recent-sign-in-needed', 'user-token-expired'].includes(step.code ?? '')
}

/** Confirms that it is them, by their password; this session goes on as one of somebody who has just signed in. */
export async function confirmPerson(
  config: PublicConfig,
  confirmation: Confirmation,
): Promise<SignInOutcome> {
  const outcome = await openSessionBy(config, (client) => client.confirmPassword(confirmation))
  if (outcome.status === 'signed-in') confirmedAt = Date.now() / 1000
  return outcome
}

/** Changes name and picture at the provider. */
export function changeProfile(owner: AccountOwner, change: ProfileChange): Promise<Step> {
  return takeStep(owner, (client) => client.changeProfile(change))
}

/** Has a message sent that shows whether the address is theirs. */
export function sendVerification(owner: AccountOwner): Promise<Step> {
  return takeStep(owner, (client) => client.sendVerification(accountUrl()))
}

/**
 * Has a message sent to the new address; nothing changes before its link is used. An address that has an account
 * already reads the same: who has one is not told here.
 */
export async function requestEmailChange(owner: AccountOwner, email: string): Promise<Step> {
  const step = await takeStep(owner, (client) => client.changeEmail(email, accountUrl()))
  return step.status === 'failed' && step.code === 'email-already-in-use' ? { status: 'done' } : step
}

/** `others-remain`: the password is changed, but the other sessions could not be ended. */
export type PasswordChange = Step | { status: 'others-remain' }

/** Sets a password. This session goes on with a new cookie, all others end at once. */
export async function changePassword(owner: AccountOwner, password: string): Promise<PasswordChange> {
  const { config } = owner
  const changed = await ask(owner, (client) => client.changePassword(password))
  if (changed.status === 'failed') return changed
  const token = changed.value
  if (!token) return { status: 'others-remain' }
  const session = await openSessionBy(config, async () => ({ status: 'done', value: token }))
  if (session.status === 'failed') return { status: 'others-remain' }
  confirmedAt = Date.now() / 1000
  return { status: (await endOtherDevices(config)) ? 'done' : 'others-remain' }
}

/** Deletes the account and all that belongs to it; all tabs learn that nobody is signed in any more. */
export async function deleteAccount(config: PublicConfig): Promise<Step> {
  const init = { method: 'DELETE', signal: AbortSignal.timeout(15_000) }
  const response = await ifAnswered(fetchWithSession(config, routes.api.account, init))
  if (!response) return { status: 'failed', code: 'account-unreachable' }
  if (response.status === 401) return { status: 'failed', code: 'user-signed-out' }
  if (!response.ok) return { status: 'failed', code: (await refusalCode(response)) ?? 'account-unreachable' }
  tellTabs('signed-out')
  await forgetUser(config)
  return { status: 'done' }
}

async function takeStep<T>(
  owner: AccountOwner,
  call: (client: IdentityClient) => Promise<Outcome<T>>,
): Promise<Step> {
  const outcome = await ask(owner, call)
  return outcome.status === 'done' ? { status: 'done' } : outcome
}

/** The SDK may have stored somebody else since: nothing is done to their account. */
function ask<T>(
  { config, userId }: AccountOwner,
  call: (client: IdentityClient) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return askIdentity(config, async (client) => {
    const stored = await client.storedUser()
    const isTheirs = stored.status === 'present' && stored.userId === userId
    return isTheirs ? call(client) : { status: 'failed', code: 'requires-recent-login' }
  })
}

/** Where the links of messages lead back to. */
function accountUrl(): string {
  return new URL(routes.account, location.origin).href
}
