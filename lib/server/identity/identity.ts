import 'server-only'
import { type Auth, type DecodedIdToken, getAuth } from 'firebase-admin/auth'
import type { Profile } from '@/lib/account'
import { codeOf } from '@/lib/error-code'
import type { SecondFactorKind } from '@/lib/identity/second-factor'
import { serverConfig } from '@/lib/server/config'
import { isJwt, readUnsignedIdToken, secondFactorOf } from '@/lib/session/token'
import { withTimeLimit } from '@/lib/time/time-limit'
import { adminApp, answerWithinMs } from './admin-app'
import { describeUser } from './profile'

export { answerFirebaseFile, readFirebaseFile } from './firebase-files'
export { describeUser } from './profile'
export { askGoogle, authorizedDomains, type CaptchaDemand, captchaDemand } from './questions'

/** `refused` is the provider's answer; `unavailable` means no answer, or not in time. */
export type IdentityResult<T> =
  | { status: 'ok'; value: T }
  | { status: 'refused'; code: string }
  | { status: 'unavailable'; code: string }

/** The ID token claims we use; times in seconds since 1970. */
export type VerifiedIdToken = {
  userId: string
  authenticatedAt: number
  secondFactor: string | null
  email: string | null
  emailVerified: boolean
}

/** A user's current state at the provider. A deleted user is `refused`. */
export type UserState = { isDisabled: boolean; tokensValidAfter: Date | null }

/** The deadline for all provider calls of one request, on the clock of `performance.now()`. */
export function identityDeadline(): number {
  return performance.now() + answerWithinMs
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
  if (!isJwt(idToken)) return { status: 'refused', code: 'auth/argument-error' }
  const { emulatorUrl, identity } = serverConfig().public
  if (!emulatorUrl || !identity)
    return ask(async (auth) => describeToken(await auth.verifyIdToken(idToken)), deadline)
  const read = readUnsignedIdToken(idToken, identity.projectId)
  if (read.status === 'valid') return { status: 'ok', value: read.session }
  const code = read.status === 'expired' ? 'auth/id-token-expired' : 'auth/argument-error'
  return { status: 'refused', code }
}

/**
 * Verifies an ID token: signature, project and expiry, and with the provider that the user isn't deleted or
 * disabled and the token isn't revoked.
 */
export function verifyIdToken(idToken: string, deadline: number): Promise<IdentityResult<VerifiedIdToken>> {
  return ask(async (auth) => describeToken(await auth.verifyIdToken(idToken, true)), deadline)
}

/** Mints a session cookie. Verify the token first: the emulator also accepts forged and expired ones. */
export function mintSessionCookie(
  idToken: string,
  lifetimeMs: number,
  deadline: number,
): Promise<IdentityResult<string>> {
  return ask((auth) => auth.createSessionCookie(idToken, { expiresIn: lifetimeMs }), deadline)
}

/** Asks the provider whether a user is disabled, and since when tokens are valid. */
export function userState(userId: string): Promise<IdentityResult<UserState>> {
  return ask(async (auth) => {
    const { disabled, tokensValidAfterTime } = await auth.getUser(userId)
    return {
      isDisabled: disabled,
      tokensValidAfter: tokensValidAfterTime ? new Date(tokensValidAfterTime) : null,
    }
  })
}

/** A user's profile at the provider. */
export function userProfile(userId: string): Promise<IdentityResult<Profile>> {
  return ask(async (auth) => describeUser(await auth.getUser(userId)))
}

/** Deletes a user at the provider. */
export function removeUser(userId: string): Promise<IdentityResult<void>> {
  return ask((auth) => auth.deleteUser(userId))
}

/** Revokes all of a user's tokens at the provider: every device has to sign in again. */
export function revokeTokens(userId: string): Promise<IdentityResult<void>> {
  return ask((auth) => auth.revokeRefreshTokens(userId))
}

/** The second factors that the project has switched on, among those we know. */
export function enabledSecondFactors(): Promise<IdentityResult<SecondFactorKind[]>> {
  return ask(async (auth) => {
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
    secondFactor: secondFactorOf(firebase),
    email: email ?? null,
    emailVerified: email_verified === true,
  }
}

async function ask<T>(
  question: (auth: Auth) => Promise<T>,
  deadline = identityDeadline(),
): Promise<IdentityResult<T>> {
  try {
    return {
      status: 'ok',
      value: await withTimeLimit(question(getAuth(adminApp())), deadline - performance.now()),
    }
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    return { status: isRefusal(error, code) ? 'refused' : 'unavailable', code }
  }
}

/** Codes that refuse the token. All others mean the provider is unavailable. */
const refusals = new Set([
  'auth/argument-error',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/invalid-id-token',
  'auth/user-disabled',
  'auth/user-not-found',
])

/**
 * The SDK uses the same code for a bad token and for keys it couldn't fetch; only the message of a refusal
 * mentions the token. (tests/session/provider-faults.own.spec.ts fails if the message changes.)
 */
function isRefusal(error: unknown, code: string): boolean {
  if (code !== 'auth/argument-error') return refusals.has(code)
  return error instanceof Error && error.message.includes('ID token')
}
