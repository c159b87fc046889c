import 'server-only'
import {
  type App,
  applicationDefault,
  type Credential,
  cert,
  getApps,
  initializeApp,
} from 'firebase-admin/app'
import { type Auth, type DecodedIdToken, getAuth } from 'firebase-admin/auth'
import type { Profile } from '@/lib/account'
import { codeOf } from '@/lib/error-code'
import { serverConfig } from '@/lib/server/config'
import { isJwt, readUnsignedIdToken, secondFactorOf } from '@/lib/session/token'
import { withTimeLimit } from '@/lib/time/time-limit'
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

/** Our limit for the provider's answers; the SDK's own timeouts are minutes. */
const answerWithinMs = 4_000

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

/** Shared through the SDK's own registry, as Next loads this module more than once per process. */
function adminApp(): App {
  const [app] = getApps()
  if (app) return app
  const { serviceAccount, public: site } = serverConfig()
  const projectId = site.identity?.projectId
  if (!projectId) throw new Error('FIREBASE_WEBAPP_CONFIG is not set: identity is not configured')
  if (site.emulatorUrl) return initializeApp({ projectId })
  const credential = serviceAccount ? impatientCredential(serviceAccount) : applicationDefault()
  return initializeApp({ projectId, credential })
}

/**
 * The SDK requests access tokens without a timeout, and later callers share the pending request: if its
 * answer is lost, nobody can sign in anymore. So after a timeout we replace the credential. The SDK caches
 * credentials by the content of their key file, hence the number in it.
 */
function impatientCredential(serviceAccount: Record<string, unknown>): Credential {
  const create = (number: number) => {
    const keyFile: Record<string, unknown> = { ...serviceAccount, asker: number }
    return { number, credential: cert(keyFile) }
  }
  let asker = create(1)
  return {
    getAccessToken: async () => {
      const asked = asker
      try {
        return await withTimeLimit(asked.credential.getAccessToken(), answerWithinMs)
      } catch (error) {
        if (codeOf(error) === 'timeout' && asker === asked) asker = create(asked.number + 1)
        throw error
      }
    },
  }
}
