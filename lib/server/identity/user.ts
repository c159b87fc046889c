import 'server-only'
/** Users at the provider: their tokens, profiles and sign-in methods. */
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { MultiFactorInfo, PhoneMultiFactorInfo, UserRecord } from 'firebase-admin/auth'
import * as v from 'valibot'
import type { Profile } from '@/lib/account'
import type { SecondFactor } from '@/lib/identity/second-factor'
import { log } from '@/lib/server/log/log'
import { callProvider, type IdentityResult } from './call'
import { callAsAdmin } from './toolkit'

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

export type KnownUser = Profile & { isDisabled: boolean; countsSince: string | null }

/** Finds a user by email address, by phone number (such as +15550100), or by ID. Sign-ins count since `countsSince`. */
export function findUser(who: string): Promise<IdentityResult<KnownUser>> {
  return callProvider(async (auth) => {
    const byPhone = () => (who.startsWith('+') ? auth.getUserByPhoneNumber(who) : auth.getUser(who))
    const user = await (who.includes('@') ? auth.getUserByEmail(who) : byPhone())
    const countsSince = isoTime(user.tokensValidAfterTime ?? null)
    return { ...toProfile(user), isDisabled: user.disabled, countsSince }
  })
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

/** What the server needs to know about a user to accept a sign-in, by the REST API: the Admin SDK rounds times to seconds. */
export type UserState = {
  /** In lower case; null without one. */
  email: string | null
  emailVerified: boolean
  /** When the provider created the account, as it says: to the millisecond. */
  createdAt: Date
  hasSecondFactor: boolean
  /** When the password was last set; null without one. */
  passwordSetAt: Date | null
  providers: readonly LinkedAccount[]
}

/** A linked sign-in method; `password` also stands for email links. `accountId`: the account's ID there. */
export type LinkedAccount = { providerId: string; accountId: string | null; email: string | null }

/**
 * Fetches the state of a user who signed in at this time (seconds since 1970), by one call. `refused` if the user was deleted
 * or disabled, or all tokens were revoked since.
 */
export async function userState(
  { userId, authenticatedAt }: { userId: string; authenticatedAt: number },
  deadline?: number,
): Promise<IdentityResult<UserState>> {
  const found = await lookUpUser(userId, deadline)
  if (found.status !== 'ok') return found
  const { disabled, validSince, ...user } = found.value
  if (disabled) return { status: 'refused', code: 'auth/user-disabled' }
  if (authenticatedAt < validSince) return { status: 'refused', code: 'auth/id-token-revoked' }
  return { status: 'ok', value: toState(user) }
}

/** The state of a user who may be disabled. */
async function disabledUserState(userId: string): Promise<IdentityResult<UserState>> {
  const found = await lookUpUser(userId)
  return found.status === 'ok' ? { status: 'ok', value: toState(found.value) } : found
}

async function lookUpUser(userId: string, deadline?: number): Promise<IdentityResult<FoundUser>> {
  const found = await callAsAdmin({ method: 'accounts:lookup', body: { localId: [userId] }, deadline })
  if (found.status !== 'ok') return { status: 'unavailable', code: found.code }
  const read = v.safeParse(lookup, found.value)
  if (!read.success) return { status: 'unavailable', code: 'unexpected-answer' }
  const [user] = read.output.users
  return user ? { status: 'ok', value: user } : { status: 'refused', code: 'auth/user-not-found' }
}

const linkedAccount = v.object({
  providerId: v.string(),
  rawId: v.optional(v.string()),
  email: v.optional(v.string()),
})

/** Whole numbers of 64 bits are texts in Google's JSON, others are numbers. */
const number = v.pipe(v.union([v.string(), v.number()]), v.transform(Number))

/** `passwordHash` is there whenever there is a password, if only as the word REDACTED. */
const foundUser = v.object({
  email: v.optional(v.string()),
  emailVerified: v.optional(v.boolean(), false),
  createdAt: number,
  disabled: v.optional(v.boolean(), false),
  validSince: v.optional(number, 0),
  passwordHash: v.optional(v.string()),
  passwordUpdatedAt: v.optional(number),
  mfaInfo: v.optional(v.array(v.unknown()), []),
  providerUserInfo: v.optional(v.array(linkedAccount), []),
})

type FoundUser = v.InferOutput<typeof foundUser>

const lookup = v.object({ users: v.optional(v.array(foundUser), []) })

function toState(user: Omit<FoundUser, 'disabled' | 'validSince'>): UserState {
  return {
    email: user.email ? normalizeEmail(user.email) : null,
    emailVerified: user.emailVerified,
    createdAt: new Date(user.createdAt),
    hasSecondFactor: user.mfaInfo.length > 0,
    // Without a time it counts as just set.
    passwordSetAt: user.passwordHash ? new Date(user.passwordUpdatedAt ?? Date.now()) : null,
    providers: user.providerUserInfo.map(({ providerId, rawId, email }) => ({
      providerId,
      accountId: rawId ?? null,
      email: email ?? null,
    })),
  }
}

/** An address as it is compared: the provider keeps addresses in lower case, other sign-in services may not. */
export function normalizeEmail(email: string): string {
  return email.toLowerCase()
}

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
