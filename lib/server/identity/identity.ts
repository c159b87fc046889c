import 'server-only'
import { setTimeout as delay } from 'node:timers/promises'
import type { DecodedIdToken } from 'firebase-admin/auth'
import type { Profile } from '@/lib/account'
import type { SecondFactorKind } from '@/lib/identity/second-factor'
import { serverConfig } from '@/lib/server/config'
import { clockSkewSeconds, describeSignIn, isJwt, readUnsignedIdToken } from '@/lib/session/token'
import { callIdentity, type IdentityResult } from './call'
import { describeUser } from './profile'

export { type IdentityResult, identityDeadline } from './call'
export { answerFirebaseFile, readFirebaseFile } from './firebase-files'
export { describeUser } from './profile'
export { apiKeyRefusal, askGoogle, authorizedDomains, type CaptchaDemand, captchaDemand } from './questions'
export { customTokenFor, removeOtherSignInMethods } from './reclaim'
export { revocationOf, type UserState, userState } from './user-state'

/** The ID token claims we use; times in seconds since 1970. */
export type VerifiedIdToken = {
  userId: string
  authenticatedAt: number
  /** The provider's own word for the sign-in method; an email link counts as `password`. */
  signInProvider: string | null
  secondFactor: string | null
  email: string | null
  emailVerified: boolean
}

/**
 * Checks an ID token offline: format, signature, project, expiry. Fetches only the signing keys, which the
 * SDK caches as long as they allow: no token can force a refetch by naming an unknown key. So junk costs a
 * signature check at most. The SDK always asks about the emulator's tokens, so we only read their claims.
 */
export async function readIdToken(
  idToken: string,
  deadline: number,
): Promise<IdentityResult<VerifiedIdToken>> {
  if (!isJwt(idToken)) return malformed
  const read = await readClaims(idToken, deadline)
  if (read.status !== 'ok') return read
  // A sign-in of the future would stay recent for as long as its author likes.
  const isFromFuture = read.value.authenticatedAt > Date.now() / 1000 + clockSkewSeconds
  return isFromFuture ? malformed : read
}

const malformed = { status: 'refused', code: 'auth/argument-error' } as const

async function readClaims(idToken: string, deadline: number): Promise<IdentityResult<VerifiedIdToken>> {
  const { emulatorUrl, identity } = serverConfig().public
  if (!emulatorUrl || !identity)
    return callIdentity(async (auth) => describeToken(await auth.verifyIdToken(idToken)), deadline)
  const read = readUnsignedIdToken(idToken, identity.projectId)
  if (read.status === 'valid') return { status: 'ok', value: read.session }
  return read.status === 'expired' ? { status: 'refused', code: 'auth/id-token-expired' } : malformed
}

/** Mints a session cookie. Verify the token first: the emulator also accepts forged and expired ones. */
export function mintSessionCookie(
  idToken: string,
  lifetimeMs: number,
  deadline: number,
): Promise<IdentityResult<string>> {
  return callIdentity((auth) => auth.createSessionCookie(idToken, { expiresIn: lifetimeMs }), deadline)
}

/** A user's profile at the provider. */
export function userProfile(userId: string): Promise<IdentityResult<Profile>> {
  return callIdentity(async (auth) => describeUser(await auth.getUser(userId)))
}

/** Deletes a user at the provider. */
export function removeUser(userId: string): Promise<IdentityResult<void>> {
  return callIdentity((auth) => auth.deleteUser(userId))
}

/**
 * Revokes all of a user's tokens at the provider: every device has to sign in again. Waits for the next second first, as
 * the provider counts in whole seconds, and what was issued in the one of the revocation stays valid.
 */
export async function revokeTokens(userId: string): Promise<IdentityResult<void>> {
  const tooEarlyMs = 10
  await delay(1_000 - (Date.now() % 1_000) + tooEarlyMs)
  return callIdentity((auth) => auth.revokeRefreshTokens(userId))
}

/** The second factors that the project has switched on, among those we know. */
export function enabledSecondFactors(): Promise<IdentityResult<SecondFactorKind[]>> {
  return callIdentity(async (auth) => {
    const { multiFactorConfig: found } = await auth.projectConfigManager().getProjectConfig()
    if (found?.state !== 'ENABLED') return []
    const hasTotp = found.providerConfigs?.some(
      ({ state, totpProviderConfig }) => state === 'ENABLED' && totpProviderConfig !== undefined,
    )
    return [
      ...(hasTotp ? ['totp' as const] : []),
      ...(found.factorIds?.includes('phone') ? ['sms' as const] : []),
    ]
  })
}

function describeToken(claims: DecodedIdToken): VerifiedIdToken {
  const { uid, auth_time, email, email_verified, firebase } = claims
  return {
    userId: uid,
    authenticatedAt: auth_time,
    ...describeSignIn(firebase),
    email: email ?? null,
    emailVerified: email_verified === true,
  }
}
