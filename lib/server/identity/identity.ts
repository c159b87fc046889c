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
import { isJwt, readUnsignedIdToken } from '@/lib/session/token'
import { withTimeLimit } from '@/lib/time/time-limit'
import { describeUser } from './profile'

export { describeUser } from './profile'

/** `refused` is the provider's answer; `unavailable` is none: it could not be asked, or not in time. */
export type IdentityResult<T> =
  | { status: 'ok'; value: T }
  | { status: 'refused'; code: string }
  | { status: 'unavailable'; code: string }

/** The claims of an ID token that Foyer uses; times in seconds since 1970. */
export type VerifiedIdToken = {
  userId: string
  authenticatedAt: number
  email: string | null
  emailVerified: boolean
}

/** What the provider says of a person at the moment. A deleted one is `refused`. */
export type UserState = { isDisabled: boolean; tokensValidAfter: Date | null }

/** Longer than this nobody waits for the provider's answers; its own limits are minutes. */
const answerWithinMs = 4_000

/** Until when (`performance.now()`) all answers that one request needs must have come. */
export function identityDeadline(): number {
  return performance.now() + answerWithinMs
}

/**
 * What an ID token is worth by itself: form, signature, project, expiry. Asks nobody but for the signer's keys, which the
 * SDK keeps as long as they say: no token makes it fetch them before, whatever key it names. So a stranger's junk costs
 * the check of a signature at most. Of the emulator's tokens, which the SDK always asks about, we read the claims.
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
 * Verifies an ID token: signature, project, expiry, and by asking the provider that the user is neither
 * deleted nor disabled nor the token revoked.
 */
export function verifyIdToken(idToken: string, deadline: number): Promise<IdentityResult<VerifiedIdToken>> {
  return ask(async (auth) => describeToken(await auth.verifyIdToken(idToken, true)), deadline)
}

/**
 * Makes the session cookie for a token. The caller has verified it: the emulator mints for forged and
 * expired tokens, too.
 */
export function mintSessionCookie(
  idToken: string,
  lifetimeMs: number,
  deadline: number,
): Promise<IdentityResult<string>> {
  return ask((auth) => auth.createSessionCookie(idToken, { expiresIn: lifetimeMs }), deadline)
}

/** Asks the provider whether a person is still welcome. */
export function userState(userId: string): Promise<IdentityResult<UserState>> {
  return ask(async (auth) => {
    const { disabled, tokensValidAfterTime } = await auth.getUser(userId)
    return {
      isDisabled: disabled,
      tokensValidAfter: tokensValidAfterTime ? new Date(tokensValidAfterTime) : null,
    }
  })
}

/** What the provider knows of a person. */
export function userProfile(userId: string): Promise<IdentityResult<Profile>> {
  return ask(async (auth) => describeUser(await auth.getUser(userId)))
}

/** Deletes a person's account at the provider. */
export function removeUser(userId: string): Promise<IdentityResult<void>> {
  return ask((auth) => auth.deleteUser(userId))
}

/** Makes the provider distrust all tokens the person was given so far: every device has to sign in anew. */
export function revokeTokens(userId: string): Promise<IdentityResult<void>> {
  return ask((auth) => auth.revokeRefreshTokens(userId))
}

function describeToken(claims: DecodedIdToken): VerifiedIdToken {
  const { uid, auth_time, email, email_verified } = claims
  return {
    userId: uid,
    authenticatedAt: auth_time,
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

/** Codes that refuse the token. All others say that the provider could not be asked. */
const refusals = new Set([
  'auth/argument-error',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/invalid-id-token',
  'auth/user-disabled',
  'auth/user-not-found',
])

/**
 * The SDK gives keys it could not fetch the code of a bad token, and nothing but its words tells them apart: a
 * refusal names the token. (tests/session/provider-faults.own.spec.ts notices if these words change.)
 */
function isRefusal(error: unknown, code: string): boolean {
  if (code !== 'auth/argument-error') return refusals.has(code)
  return error instanceof Error && error.message.includes('ID token')
}

/** The app is shared through the SDK's own registry: Next loads this file more than once a process. */
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
 * The SDK asks for an access token without a time limit, and lets all who come later wait for the same answer:
 * if it is lost, nobody can sign in any more. So an asker who got none is replaced. The SDK knows askers by
 * the text of their key file; hence the number in it.
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
