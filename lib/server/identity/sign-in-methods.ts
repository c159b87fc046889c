import 'server-only'
/** Takes from a user at the provider what others can sign in with. */
import { randomBytes } from 'node:crypto'
import { callProvider, type IdentityResult } from './call'
import { revokeTokens } from './user'
import { disabledUserState, type LinkedAccount, type UserState } from './user-state'

/** What stays: one linked account, and the password. */
export type KeptMethods = (state: UserState) => { account: LinkedAccount | null; password: boolean }

/**
 * Removes all sign-in methods but those to keep, judged by the state while nobody can change it, and revokes all tokens. Returns
 * the second from which sign-ins count. Meanwhile the user is disabled: otherwise an ID token of somebody else, which the
 * provider accepts for an hour, could set a password between any two steps.
 */
export async function keepOnly(userId: string, keptIn: KeptMethods): Promise<IdentityResult<Date>> {
  const disabled = await setDisabled(userId, true)
  if (disabled.status !== 'ok') return disabled
  const removed = await removeAndRevoke(userId, keptIn)
  let enabled = await setDisabled(userId, false)
  for (let retries = 2; enabled.status === 'unavailable' && retries > 0; retries--)
    enabled = await setDisabled(userId, false)
  return enabled.status === 'ok' ? removed : enabled
}

async function removeAndRevoke(userId: string, keptIn: KeptMethods): Promise<IdentityResult<Date>> {
  const state = await disabledUserState(userId)
  if (state.status !== 'ok') return state
  const removed = await removeMethods(userId, state.value, keptIn(state.value))
  return removed.status === 'ok' ? revokeTokens(userId) : removed
}

/** The `password` provider itself stays, as unlinking it would remove the address; it also stands for email links. */
function removeMethods(
  userId: string,
  { providers, passwordSetAt }: UserState,
  kept: ReturnType<KeptMethods>,
): Promise<IdentityResult<void>> {
  const providersToUnlink = foreignProviders(providers, kept.account)
  const needsPassword = passwordSetAt !== null && !kept.password
  const password = needsPassword ? { password: randomBytes(32).toString('base64url') } : {}
  return callProvider(async (auth) => {
    await auth.updateUser(userId, { ...password, ...(providersToUnlink.length > 0 && { providersToUnlink }) })
  })
}

/** The providers besides a linked account. */
export function foreignProviders(providers: UserState['providers'], kept: LinkedAccount | null): string[] {
  const isKept = ({ providerId, accountId }: LinkedAccount) =>
    providerId === 'password' || (providerId === kept?.providerId && accountId === kept.accountId)
  return providers.filter((linked) => !isKept(linked)).map(({ providerId }) => providerId)
}

/** Disables a user, or lets them sign in again. */
export function setDisabled(userId: string, disabled: boolean): Promise<IdentityResult<void>> {
  return callProvider(async (auth) => {
    await auth.updateUser(userId, { disabled })
  })
}

/** Gives an account its address back, and nothing else to sign in with: no provider, no known password, no token. */
export async function restoreAddress(userId: string, email: string): Promise<IdentityResult<Date>> {
  const changed = await callProvider((auth) => auth.updateUser(userId, { email, emailVerified: true }))
  return changed.status === 'ok' ? keepOnly(userId, () => ({ account: null, password: false })) : changed
}
