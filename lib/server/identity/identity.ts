import 'server-only'
/** Firebase on the server: verifies ID tokens, mints session cookies, and reads and changes users. */
import type { DecodedIdToken } from 'firebase-admin/auth'
import type { SecondFactorKind } from '@/lib/identity/second-factor'
import { serverConfig } from '@/lib/server/config'
import {
  type CredentialId,
  clockSkewSeconds,
  describeSignIn,
  isJwt,
  maxCookieBytes,
  type ProviderUserId,
  readUnsignedIdToken,
} from '@/lib/session/token'
import { callProvider, type IdentityResult } from './call'

/** A verified ID token with the claims we use; times in seconds since 1970. */
export type VerifiedIdToken = {
  /** The token itself. */
  jwt: string
  providerUserId: ProviderUserId
  authenticatedAt: number
  issuedAt: number
  /** Firebase's name of the sign-in method; an email link counts as `password`. */
  signInProvider: string | null
  /** The ID of the account at that provider. */
  signInAccount: string | null
  secondFactor: string | null
  /** The credential of ours that was used, if the sign-in was by a custom token. */
  credential: CredentialId | null
  name: string | null
  email: string | null
  emailVerified: boolean
}

/**
 * Verifies an ID token offline: format, signature, project, expiry. Fetches only the signing keys, which the SDK caches as
 * long as they allow: no token can force a refetch by naming an unknown key, so an invalid one costs a signature check at
 * most. For the emulator's tokens the SDK would call it each time, so we only read their claims.
 */
export async function verifyIdToken(jwt: string, deadline: number): Promise<IdentityResult<VerifiedIdToken>> {
  if (!isJwt(jwt)) return malformed
  const read = await readClaims(jwt, deadline)
  if (read.status !== 'ok') return read
  // A sign-in time in the future would stay recent for as long as the token's author likes.
  const isFromFuture = read.value.authenticatedAt > Date.now() / 1000 + clockSkewSeconds
  return isFromFuture ? malformed : read
}

const malformed = { status: 'refused', code: 'auth/argument-error' } as const

async function readClaims(jwt: string, deadline: number): Promise<IdentityResult<VerifiedIdToken>> {
  const { emulatorUrl, identity } = serverConfig().public
  if (!emulatorUrl || !identity)
    return callProvider(async (auth) => toVerifiedToken(jwt, await auth.verifyIdToken(jwt)), deadline)
  const read = readUnsignedIdToken(jwt, identity.projectId)
  if (read.status === 'valid') return { status: 'ok', value: { ...read.session, jwt } }
  return read.status === 'expired' ? { status: 'refused', code: 'auth/id-token-expired' } : malformed
}

function toVerifiedToken(jwt: string, claims: DecodedIdToken): VerifiedIdToken {
  const { uid, auth_time, iat, name, email, email_verified } = claims
  return {
    jwt,
    providerUserId: uid as ProviderUserId,
    authenticatedAt: auth_time,
    issuedAt: iat,
    ...describeSignIn(claims),
    name: typeof name === 'string' ? name : null,
    email: email ?? null,
    emailVerified: email_verified === true,
  }
}

/** Firebase mints no session cookies shorter than this. */
export const minLifetimeMs = 5 * 60_000

const maxAttempts = 40

export type MintFailure = { status: 'refused' | 'unavailable' | 'too-large'; code: string }

/** Stores a minted cookie; `conflict` if another session has the same. */
type StoreCookie<Stored> = (cookie: string, lifetimeMs: number) => Promise<Stored | 'conflict'>

/**
 * Mints a session cookie and stores it. Firebase's cookies contain no unique ID, so two for one user in the same second are
 * identical: on a conflict this retries with a slightly different lifetime. Only takes verified tokens, as the emulator
 * also accepts forged and expired ones.
 */
export async function mintSessionCookie<Stored>(
  { jwt }: VerifiedIdToken,
  { lifetimeMs, deadline }: { lifetimeMs: number; deadline: number },
  store: StoreCookie<Stored>,
): Promise<Stored | MintFailure> {
  let offsetMs = 0
  for (let attempts = 0; attempts < maxAttempts; attempts++) {
    const isLongEnough = lifetimeMs - offsetMs >= minLifetimeMs
    const expiresIn = isLongEnough ? lifetimeMs - offsetMs : lifetimeMs + offsetMs
    const minted = await callProvider((auth) => auth.createSessionCookie(jwt, { expiresIn }), deadline)
    if (minted.status !== 'ok') return minted
    if (isTooLarge(minted.value)) return { status: 'too-large', code: 'cookie-too-large' }
    const stored = await store(minted.value, expiresIn)
    if (stored !== 'conflict') return stored
    offsetMs += 1000 * (1 + Math.floor(Math.random() * 30))
  }
  return { status: 'unavailable', code: 'too-many-at-once' }
}

function isTooLarge(cookie: string): boolean {
  return serverConfig().session.cookieName.length + cookie.length > maxCookieBytes
}

/** The second factors the project has enabled, of the kinds we know. */
export function enabledSecondFactors(): Promise<IdentityResult<SecondFactorKind[]>> {
  return callProvider(async (auth) => {
    const { multiFactorConfig: settings } = await auth.projectConfigManager().getProjectConfig()
    if (settings?.state !== 'ENABLED') return []
    const hasTotp = settings.providerConfigs?.some(
      ({ state, totpProviderConfig }) => state === 'ENABLED' && totpProviderConfig !== undefined,
    )
    return [
      ...(hasTotp ? ['totp' as const] : []),
      ...(settings.factorIds?.includes('phone') ? ['sms' as const] : []),
    ]
  })
}
