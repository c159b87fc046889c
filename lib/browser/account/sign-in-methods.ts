import 'client-only'
import { mayRemoveSignInMethod } from '@/lib/account'
import type { FreshToken, IdentityClient, Outcome } from '@/lib/browser/identity/firebase'
import { callIdentity } from '@/lib/browser/identity/identity'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { Provider } from '@/lib/identity/providers'
import type { CredentialChange } from './account'
import { type AccountOwner, callAsOwner } from './owner'
import { hasUsablePasskey } from './passkeys'
import { renewAndEndOthers } from './sessions'

/** Like a change of the password, which has the same rules for sessions: this one continues, all others end. */
export type MethodChange = CredentialChange

/** Adds a provider by its popup, however long that takes. */
export async function addProvider(owner: AccountOwner, provider: Provider): Promise<MethodChange> {
  const ready = await callIdentity(owner.config, async (client) => (await client.providers()).preparePopup())
  if (ready.status === 'failed') return ready
  const link = async (client: IdentityClient) => (await client.providers()).linkByPopup(provider)
  const added = await changeMethods(owner, link, { limitMs: null })
  const isTaken = added.status === 'failed' && added.code === 'address-of-other-account'
  return isTaken ? { status: 'failed', code: 'credential-already-in-use' } : added
}

/** Gives an account its first password, and an address if it has none. */
export async function addPassword(
  owner: AccountOwner,
  { email, password }: { email: string; password: string },
): Promise<MethodChange> {
  return changeMethods(owner, async (client) => (await client.signInMethods()).addPassword(email, password))
}

/** Uses a mailed link to add signing in by such links. Only in the browser that requested the link. */
export async function addEmailLink(
  owner: AccountOwner,
  { email, link }: { email: string; link: string },
): Promise<MethodChange> {
  const added = await changeMethods(owner, async (client) =>
    (await client.signInMethods()).addEmailLink(email, link),
  )
  if (added.status === 'changed') return added
  if (added.code === 'invalid-email') return { status: 'failed', code: 'added-link-of-other-address' }
  const isSignedOut = added.code === 'requires-recent-login' || added.code === 'null-user'
  return isSignedOut ? { status: 'failed', code: 'link-needs-sign-in' } : added
}

/** Removes a way in, unless it is the last. A passkey counts, if our server still has it: the provider knows of none. */
export async function removeSignInMethod(
  owner: AccountOwner,
  { providerId, hasPasskey }: { providerId: string; hasPasskey: boolean },
): Promise<MethodChange> {
  const { config } = owner
  const asked = hasPasskey ? await hasUsablePasskey(config) : noPasskey
  if (asked.status === 'failed') return asked
  const mayRemove = (linked: readonly string[]) =>
    asked.value || mayRemoveSignInMethod(providerId, linked, config.providers)
  return changeMethods(owner, async (client) => (await client.signInMethods()).remove(providerId, mayRemove))
}

const noPasskey = { status: 'done', value: false } as const

async function changeMethods(
  owner: AccountOwner,
  call: (client: IdentityClient) => Promise<Outcome<FreshToken | null>>,
  limit?: { limitMs: null },
): Promise<MethodChange> {
  const changed = await callAsOwner(owner, call, limit)
  if (changed.status === 'failed') return { ...changed, code: codesAfterChange[changed.code] ?? changed.code }
  return { status: 'changed', ...(await renewAndEndOthers(owner.config, changed.value)) }
}

/** For a signed-in person. After a change the SDK reloads the account, which may be what failed. */
const codesAfterChange: Partial<Record<IdentityErrorCode, IdentityErrorCode>> = {
  'network-request-failed': 'way-in-unknown',
  timeout: 'way-in-unknown',
  'account-password-unknown': 'way-in-unknown',
  'email-already-in-use': 'address-of-other-account',
  'operation-not-allowed': 'way-in-off',
}
