import 'client-only'
import { mayRemoveSignInMethod } from '@/lib/account'
import type { FreshToken, IdentityClient, Outcome } from '@/lib/browser/identity/firebase'
import { callIdentity } from '@/lib/browser/identity/identity'
import { rememberCreated } from '@/lib/browser/session/created-here'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { Provider } from '@/lib/identity/providers'
import { announceAddress, type CredentialChange } from './account'
import { type AccountOwner, callAsOwner } from './owner'
import { renewAndEndOthers } from './sessions'

/** Connects a provider by its popup, without a time limit. Like every change here, it ends all other sessions. */
export async function addProvider(owner: AccountOwner, provider: Provider): Promise<CredentialChange> {
  const ready = await callIdentity(owner.config, async (client) => (await client.providers()).preparePopup())
  if (ready.status === 'failed') return ready
  const link = async (client: IdentityClient) => (await client.providers()).linkByPopup(provider)
  const added = await changeMethods(owner, link, { limitMs: null })
  const isTaken = added.status === 'failed' && added.code === 'address-of-other-account'
  return isTaken ? { status: 'failed', code: 'credential-already-in-use' } : added
}

/** Adds the first password, and an email address if the account has none (`isFirstAddress`). */
export async function addPassword(
  owner: AccountOwner,
  { isFirstAddress, ...added }: { email: string; password: string; isFirstAddress: boolean },
): Promise<CredentialChange> {
  // A proof of it in this browser then leaves the account as it is, wherever it was created.
  if (isFirstAddress) await rememberCreated(owner.providerUserId)
  return changeMethods(owner, async (client) =>
    (await client.signInMethods()).addPassword(added.email, added.password),
  )
}

/** Adds sign-in links to the account by using one, only in the browser that requested it. The kept nonce proves the address. */
export async function addEmailLink(
  owner: AccountOwner,
  { email, link }: { email: string; link: string },
): Promise<CredentialChange> {
  const added = await changeMethods(owner, async (client) =>
    (await client.signInMethods()).addEmailLink(email, link),
  )
  if (added.status === 'changed') return added
  if (added.code === 'invalid-email') return { status: 'failed', code: 'added-link-of-other-address' }
  const isSignedOut = added.code === 'requires-recent-login' || added.code === 'null-user'
  return isSignedOut ? { status: 'failed', code: 'link-needs-sign-in' } : added
}

/** Removes a sign-in method, unless it's the last. `hasOther`: whether our server has one that the provider doesn't know. */
export async function removeSignInMethod(
  owner: AccountOwner,
  providerId: string,
  hasOther: (config: PublicConfig) => Promise<Outcome<boolean>> = hasNone,
): Promise<CredentialChange> {
  const other = await hasOther(owner.config)
  if (other.status === 'failed') return other
  // The provider may take the address away with the password and the links.
  const announced = providerId === 'password' ? await announceAddress(owner, null) : null
  if (announced?.status === 'failed') return announced
  const mayRemove = (linked: readonly string[]) =>
    other.value || mayRemoveSignInMethod(providerId, linked, owner.config.providers)
  return changeMethods(owner, async (client) => (await client.signInMethods()).remove(providerId, mayRemove))
}

async function hasNone(): Promise<Outcome<boolean>> {
  return { status: 'done', value: false }
}

async function changeMethods(
  owner: AccountOwner,
  call: (client: IdentityClient) => Promise<Outcome<FreshToken | null>>,
  limit?: { limitMs: null },
): Promise<CredentialChange> {
  const changed = await callAsOwner(owner, call, limit)
  if (changed.status === 'failed') return { ...changed, code: codesAfterChange[changed.code] ?? changed.code }
  return { status: 'changed', ...(await renewAndEndOthers(owner.config, changed.value)) }
}

/** After a change the SDK reloads the account. If that is what failed, we can't know whether anything changed. */
const codesAfterChange: Partial<Record<IdentityErrorCode, IdentityErrorCode>> = {
  'network-request-failed': 'sign-in-method-unknown',
  timeout: 'sign-in-method-unknown',
  'account-password-unknown': 'sign-in-method-unknown',
  'email-already-in-use': 'address-of-other-account',
  'operation-not-allowed': 'sign-in-method-off',
}
