import 'server-only'
/** Users at the provider: their tokens, profiles and sign-in methods. */
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { MultiFactorInfo, PhoneMultiFactorInfo, UserRecord } from 'firebase-admin/auth'
import * as v from 'valibot'
import type { Profile } from '@/lib/account'
import type { SecondFactor } from '@/lib/identity/second-factor'
import { log } from '@/lib/server/log/log'
import type { ProviderUserId } from '@/lib/session/token'
import { callProvider, type IdentityResult } from './call'
import { callAsAdmin } from './toolkit'

/**
 * Revokes all of a user's tokens at the provider: every device has to sign in again. Waits for the next second first, as
 * tokens issued in the second of the revocation stay valid. Returns that second.
 */
export async function revokeTokens(userId: ProviderUserId): Promise<IdentityResult<Date>> {
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
  userId: ProviderUserId,
  options: { claims?: object; deadline?: number } = {},
): Promise<string | null> {
  const signed = await signCustomToken(userId, options)
  if (signed.status === 'ok') return signed.value
  log('warn', 'identity.no-custom-token', { providerUserId: userId, code: signed.code })
  return null
}

/** The same, with the provider's code if it fails. */
export function signCustomToken(
  userId: ProviderUserId,
  { claims = {}, deadline }: { claims?: object; deadline?: number } = {},
): Promise<IdentityResult<string>> {
  return callProvider((auth) => auth.createCustomToken(userId, claims), deadline)
}

/** Removes all second factors of a user: the SDK can't remove one and keep an authenticator app. Revokes no tokens. */
export function removeSecondFactors(userId: ProviderUserId): Promise<IdentityResult<void>> {
  return callProvider(async (auth) => {
    await auth.updateUser(userId, { multiFactor: { enrolledFactors: null } })
  })
}

/** Deletes a user at the provider, or finds it gone. */
export async function deleteUser(userId: ProviderUserId): Promise<IdentityResult<void>> {
  const deleted = await callProvider((auth) => auth.deleteUser(userId))
  return deleted.status !== 'ok' && deleted.code === 'auth/user-not-found' ? gone : deleted
}

const gone = { status: 'ok', value: undefined } as const

/** A user's profile at the provider. */
export function userProfile(userId: ProviderUserId): Promise<IdentityResult<Profile>> {
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
  providerUserId: ProviderUserId
  /** In lower case; null without one. */
  email: string | null
  emailVerified: boolean
  /** When the provider created the account, as it says: to the millisecond. */
  createdAt: Date
  isDisabled: boolean
  hasSecondFactor: boolean
  /** When the password was last set; null without one. */
  passwordSetAt: Date | null
  /** Seconds since 1970: sign-ins from before don't count. */
  validSince: number
  providers: readonly LinkedAccount[]
}

/** A linked sign-in method; `password` also stands for email links. `accountId`: the account's ID there. */
export type LinkedAccount = { providerId: string; accountId: string | null; email: string | null }

/**
 * Fetches the state of a user who signed in at this time (seconds since 1970), by one call. `refused` if the user was deleted
 * or disabled, or all tokens were revoked since.
 */
export async function userState(
  { providerUserId, authenticatedAt }: { providerUserId: ProviderUserId; authenticatedAt: number },
  deadline?: number,
): Promise<IdentityResult<UserState>> {
  const found = await lookUpUsers({ localId: [providerUserId] }, deadline)
  if (found.status !== 'ok') return found
  const [user] = found.value
  if (!user) return { status: 'refused', code: 'auth/user-not-found' }
  if (user.isDisabled) return { status: 'refused', code: 'auth/user-disabled' }
  if (authenticatedAt < user.validSince) return { status: 'refused', code: 'auth/id-token-revoked' }
  return { status: 'ok', value: user }
}

/** Users by at most 100 IDs or by address, also disabled ones. A provider whose import doesn't look may have two at one address. */
export async function lookUpUsers(
  who: { localId: readonly ProviderUserId[] } | { email: readonly [string] },
  deadline?: number,
): Promise<IdentityResult<UserState[]>> {
  const found = await callAsAdmin({ method: 'accounts:lookup', body: who, deadline })
  if (found.status !== 'ok') return { status: 'unavailable', code: found.code }
  const read = v.safeParse(lookup, found.value)
  if (!read.success) return { status: 'unavailable', code: 'unexpected-answer' }
  return { status: 'ok', value: read.output.users.map(toState) }
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
  localId: v.string(),
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

const lookup = v.object({ users: v.optional(v.array(foundUser), []) })

function toState({ localId, email, ...user }: v.InferOutput<typeof foundUser>): UserState {
  return {
    providerUserId: localId as ProviderUserId,
    email: email ? normalizeEmail(email) : null,
    emailVerified: user.emailVerified,
    createdAt: new Date(user.createdAt),
    isDisabled: user.disabled,
    hasSecondFactor: user.mfaInfo.length > 0,
    // Without a time it counts as just set.
    passwordSetAt: user.passwordHash ? new Date(user.passwordUpdatedAt ?? Date.now()) : null,
    validSince: user.validSince,
    providers: user.providerUserInfo.map((linked) => ({
      providerId: linked.providerId,
      accountId: linked.rawId ?? null,
      email: linked.email ?? null,
    })),
  }
}

/** An address that somebody sends, before it goes any further: no line break could add a header or a line to what is made of it. */
export const sentAddress = v.pipe(v.string(), v.maxLength(320), v.includes('@'), v.regex(/^[^\r\n\0]*$/))

/** An address as it is compared: the provider keeps addresses in lower case, other sign-in services may not. */
export function normalizeEmail(email: string): string {
  return email.toLowerCase()
}

/**
 * Creates a user with a verified address and nothing to sign in with but, if given, a Google account. By one import, as the
 * SDK's `createUser` ignores linked accounts without a word. Never overwrites: an import that comes late would take from a user
 * what they have set up since. False if refused; whether a taken address is depends on the provider.
 */
export async function importUser(user: {
  uid: ProviderUserId
  email: string
  googleId: string | null
}): Promise<IdentityResult<boolean>> {
  const { uid: localId, email, googleId } = user
  const providerUserInfo = googleId ? [{ providerId: 'google.com', rawId: googleId, email }] : []
  const body = { users: [{ localId, email, emailVerified: true, providerUserInfo }], allowOverwrite: false }
  const imported = await callAsAdmin({ method: 'accounts:batchCreate', body })
  if (imported.status !== 'ok') return { status: 'unavailable', code: imported.code }
  const read = v.safeParse(importAnswer, imported.value)
  if (!read.success) return { status: 'unavailable', code: 'unexpected-answer' }
  return { status: 'ok', value: read.output.error.length === 0 }
}

const importAnswer = v.object({ error: v.optional(v.array(v.unknown()), []) })

/** Gives a user another, verified address, and a password that nobody knows if the present one shouldn't stay. */
export function setAddress(
  userId: ProviderUserId,
  email: string,
  { keepsPassword }: { keepsPassword: boolean },
): Promise<IdentityResult<void>> {
  const password = keepsPassword ? {} : { password: randomBytes(32).toString('base64url') }
  return callProvider(async (auth) => {
    await auth.updateUser(userId, { email, emailVerified: true, ...password })
  })
}
