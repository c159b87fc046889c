import 'server-only'
/** Users at the provider: what it knows about them, and what the site changes there. */
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { MultiFactorInfo, PhoneMultiFactorInfo, UserRecord } from 'firebase-admin/auth'
import * as v from 'valibot'
import type { Profile } from '@/lib/account'
import type { SecondFactor } from '@/lib/identity/second-factor'
import { log } from '@/lib/server/log/log'
import { callProvider, type IdentityResult } from './call'
import { callAsAdmin } from './toolkit'

/** What the server needs to know about a user to accept a sign-in. */
export type UserState = {
  /** In lower case; null without one. */
  email: string | null
  emailVerified: boolean
  /** When the provider created the account, as it says: to the millisecond. */
  createdAt: Date
  hasSecondFactor: boolean
  hasPassword: boolean
  /** Linked sign-in methods with the address of each; `password` also stands for email links. */
  providers: readonly { providerId: string; email: string | null }[]
}

/**
 * Fetches the state of a user who signed in at this time (seconds since 1970), by one call. `refused` if the user was deleted
 * or disabled, or all tokens were revoked since.
 */
export async function userState(
  { userId, authenticatedAt }: { userId: string; authenticatedAt: number },
  deadline?: number,
): Promise<IdentityResult<UserState>> {
  const found = await callAsAdmin({ method: 'accounts:lookup', body: { localId: [userId] }, deadline })
  if (found.status !== 'ok') return found.status === 'refused' ? { ...found, status: 'unavailable' } : found
  const read = v.safeParse(lookup, found.value)
  if (!read.success) return { status: 'unavailable', code: 'unexpected-answer' }
  const [user] = read.output.users
  if (!user) return { status: 'refused', code: 'auth/user-not-found' }
  if (user.disabled) return { status: 'refused', code: 'auth/user-disabled' }
  if (authenticatedAt < Number(user.validSince)) return { status: 'refused', code: 'auth/id-token-revoked' }
  return { status: 'ok', value: toState(user) }
}

/** As the Admin SDK reads it: `passwordHash` is there, if only as the word REDACTED, whenever there is a password. */
const lookupUser = v.object({
  email: v.optional(v.string()),
  emailVerified: v.optional(v.boolean(), false),
  createdAt: v.string(),
  disabled: v.optional(v.boolean(), false),
  validSince: v.optional(v.string(), '0'),
  passwordHash: v.optional(v.string()),
  mfaInfo: v.optional(v.array(v.unknown()), []),
  providerUserInfo: v.optional(
    v.array(v.object({ providerId: v.string(), email: v.optional(v.string()) })),
    [],
  ),
})

const lookup = v.object({ users: v.optional(v.array(lookupUser), []) })

function toState(user: v.InferOutput<typeof lookupUser>): UserState {
  return {
    email: user.email ? normalizeEmail(user.email) : null,
    emailVerified: user.emailVerified,
    createdAt: new Date(Number(user.createdAt)),
    hasSecondFactor: user.mfaInfo.length > 0,
    hasPassword: Boolean(user.passwordHash),
    providers: user.providerUserInfo.map(({ providerId, email }) => ({ providerId, email: email ?? null })),
  }
}

/** An address as it is compared: the provider keeps addresses in lower case, other sign-in services may not. */
export function normalizeEmail(email: string): string {
  return email.toLowerCase()
}

/**
 * Revokes all of a user's tokens at the provider: every device has to sign in again. Waits for the next second first, as
 * tokens issued in the second of the revocation stay valid. Returns that second.
 */
export async function revokeTokens(userId: string): Promise<IdentityResult<Date>> {
  const marginMs = 10
  await delay(1_000 - (Date.now() % 1_000) + marginMs)
  const revokedAt = new Date(Math.floor(Date.now() / 1_000) * 1_000)
  return callProvider(async (auth) => {
    await auth.revokeRefreshTokens(userId)
    return revokedAt
  })
}

/**
 * Unlinks all providers except those to keep, and replaces the password with a random one unless it is kept. The `password`
 * provider itself stays, as unlinking it would remove the address; it also stands for email links.
 */
export function removeSignInMethods(
  userId: string,
  { providers, hasPassword }: Pick<UserState, 'providers' | 'hasPassword'>,
  kept: { providerId: string | null; password: boolean },
): Promise<IdentityResult<void>> {
  const providersToUnlink = foreignProviders(providers, kept.providerId)
  const password = hasPassword && !kept.password ? { password: randomBytes(32).toString('base64url') } : {}
  return callProvider(async (auth) => {
    await auth.updateUser(userId, { ...password, ...(providersToUnlink.length > 0 && { providersToUnlink }) })
  })
}

/** Gives an account its address back, and nothing else to sign in with: no provider, no known password, no token. */
export async function restoreAddress(userId: string, email: string): Promise<IdentityResult<unknown>> {
  const found = await callProvider((auth) => auth.getUser(userId))
  if (found.status !== 'ok') return found
  const providers = found.value.providerData.map(({ providerId }) => ({ providerId, email: null }))
  const changed = await callProvider((auth) => auth.updateUser(userId, { email, emailVerified: true }))
  if (changed.status !== 'ok') return changed
  const nothing = { providerId: null, password: false }
  const removed = await removeSignInMethods(userId, { providers, hasPassword: true }, nothing)
  return removed.status === 'ok' ? revokeTokens(userId) : removed
}

/** The providers besides the one to keep. */
export function foreignProviders(providers: UserState['providers'], keptId: string | null): string[] {
  return providers.map(({ providerId }) => providerId).filter((id) => id !== 'password' && id !== keptId)
}

/**
 * A token that signs a user in within an hour, with claims for their ID tokens; null if the provider doesn't respond or the
 * service account may not sign. Check that the user exists first: signing in creates a missing one.
 */
export async function createCustomToken(
  userId: string,
  options: { claims?: object; deadline?: number } = {},
): Promise<string | null> {
  const signed = await signCustomToken(userId, options)
  if (signed.status === 'ok') return signed.value
  log('warn', 'identity.no-custom-token', { userId, code: signed.code })
  return null
}

/** The same, with the provider's code if it fails. */
export function signCustomToken(
  userId: string,
  { claims = {}, deadline }: { claims?: object; deadline?: number } = {},
): Promise<IdentityResult<string>> {
  return callProvider((auth) => auth.createCustomToken(userId, claims), deadline)
}

/** Removes all second factors of a user: the SDK can't remove one and keep an authenticator app. Revokes no tokens. */
export function removeSecondFactors(userId: string): Promise<IdentityResult<void>> {
  return callProvider(async (auth) => {
    await auth.updateUser(userId, { multiFactor: { enrolledFactors: null } })
  })
}

/** Deletes a user at the provider. */
export function deleteUser(userId: string): Promise<IdentityResult<void>> {
  return callProvider((auth) => auth.deleteUser(userId))
}

/** A user's profile at the provider. */
export function userProfile(userId: string): Promise<IdentityResult<Profile>> {
  return callProvider(async (auth) => toProfile(await auth.getUser(userId)))
}

/** Maps the SDK's user record to our profile. */
export function toProfile(user: UserRecord): Profile {
  const { uid, email, phoneNumber, providerData, metadata } = user
  return {
    userId: uid,
    displayName: user.displayName || null,
    photoUrl: user.photoURL || null,
    email: email ?? null,
    emailVerified: user.emailVerified,
    phoneNumber: phoneNumber ?? null,
    isAnonymous: !email && !phoneNumber && providerData.length === 0,
    tenantId: user.tenantId ?? null,
    providers: providerData.map((account) => ({
      providerId: account.providerId,
      userId: account.uid,
      displayName: account.displayName || null,
      email: account.email ?? null,
      photoUrl: account.photoURL || null,
      phoneNumber: account.phoneNumber ?? null,
    })),
    secondFactors: (user.multiFactor?.enrolledFactors ?? []).map(toSecondFactor),
    createdAt: isoTime(metadata.creationTime),
    lastSignInAt: isoTime(metadata.lastSignInTime),
  }
}

function toSecondFactor(info: MultiFactorInfo): SecondFactor {
  const { uid: id, displayName, factorId } = info
  const name = displayName || null
  if (factorId !== 'phone') return { id, kind: 'totp', name, phoneNumber: null }
  return { id, kind: 'sms', name, phoneNumber: (info as PhoneMultiFactorInfo).phoneNumber ?? null }
}

/** The SDK has times as UTC strings, or none. */
function isoTime(time: string | null): string | null {
  return time && !Number.isNaN(Date.parse(time)) ? new Date(time).toISOString() : null
}
