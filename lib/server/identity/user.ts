import 'server-only'
/** Users at the provider: their tokens and profiles. */
import { setTimeout as delay } from 'node:timers/promises'
import type { MultiFactorInfo, PhoneMultiFactorInfo, UserRecord } from 'firebase-admin/auth'
import type { Profile } from '@/lib/account'
import type { SecondFactor } from '@/lib/identity/second-factor'
import { log } from '@/lib/server/log/log'
import { callProvider, type IdentityResult } from './call'

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
