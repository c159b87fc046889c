/** The session cookie: attributes, parsing and verification. */
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  type JWKSCacheInput,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwksCache,
  jwtVerify,
  UnsecuredJWT,
} from 'jose'
import { withTimeout } from '@/lib/time/timeout'
import { parseUuid, type Uuid } from '@/lib/uuid'

export type CredentialId = Uuid<'CredentialId'>

/** The claim of our custom tokens with the ID of the credential used. */
export const credentialClaim = 'passkey'

/** The identity provider's ID of a user. */
export type ProviderUserId = string & { readonly brand: 'ProviderUserId' }

export type Session = {
  providerUserId: ProviderUserId
  name: string | null
  email: string | null
  emailVerified: boolean
  /** When the user last signed in, seconds since 1970 (claim `auth_time`). */
  authenticatedAt: number
  /** The sign-in method (claim `firebase.sign_in_provider`). */
  signInProvider: string | null
  /** The ID of the account there (claim `firebase.identities`); null for a password or a link. */
  signInAccount: string | null
  /** The second factor used (claim `firebase.second_factor_identifier`); null without one. */
  secondFactor: string | null
  /** The credential of ours that was used, such as a passkey, with user verification (claim of our custom token). */
  credential: CredentialId | null
  issuedAt: number
  expiresAt: number
}

/** A session with its person, by the site's ID. */
export type PersonSession = Session & { userId: string }

/**
 * `unknown`: the keys couldn't be fetched, which never signs anyone out. `expired`: ours and correctly
 * signed.
 */
export type SessionCheck =
  | { status: 'valid'; session: Session }
  | { status: 'expired'; session: Session }
  | { status: 'invalid' | 'absent' | 'unknown' }

/** The cookie's attributes; `Secure` and `Max-Age` depend on the request. */
export const sessionCookieAttributes = { httpOnly: true, sameSite: 'lax', path: '/' } as const

/** Browsers drop cookies whose name and value exceed this (RFC 6265bis, OWASP ASVS 3.3.5). */
export const maxCookieBytes = 4096

/** A session as shown to its owner. */
export type ListedSession = {
  id: string
  name: string
  openedAt: string
  seenAt: string
  isThis: boolean
  /** Whether a copy of its cookie opens nothing. */
  isProtected: boolean
  /** When somebody first tried one. */
  copiedAt: string | null
}

/** What a cookie is verified against. */
export type SessionIssuer = { projectId: string; keysUrl: string; emulated: boolean }

/** The ID token from an `Authorization: Bearer` header (RFC 6750); null if it doesn't look like a JWT. */
export function parseBearerToken(authorization: string | null): string | null {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(authorization ?? '')?.[1] ?? null
}

/**
 * Whether header and claims are JSON. Anyone can send lookalikes, and the Admin SDK throws plain errors at
 * some, each of which would be a 500 and a logged stack.
 */
export function isJwt(token: string): boolean {
  try {
    decodeProtectedHeader(token)
    decodeJwt(token)
    return true
  } catch (error) {
    if (error instanceof TypeError || error instanceof errors.JOSEError) return false
    throw error
  }
}

/** Reads an emulator ID token: unsigned, but checks issuer, audience and expiry. */
export function readUnsignedIdToken(token: string, projectId: string): SessionCheck {
  try {
    const expected = { ...expectedClaims(projectId), issuer: `https://securetoken.google.com/${projectId}` }
    return describeClaims('valid', UnsecuredJWT.decode(token, expected).payload)
  } catch (error) {
    return checkAfter(error)
  }
}

const clockToleranceSeconds = 5
/** How far the signer's clock may be ahead of ours, so a new cookie isn't issued in the future. Instances may be twice as far apart. */
export const clockSkewSeconds = 180
const requiredClaims = ['sub', 'iat', 'exp', 'auth_time']

/** Verifies a session cookie offline: signature, issuer, audience, expiry, subject. */
export async function checkSession(cookie: string | undefined, issuer: SessionIssuer): Promise<SessionCheck> {
  if (!cookie) return { status: 'absent' }
  try {
    // Emulator cookies are unsigned; the configuration only allows them for `demo-` projects.
    const claims = issuer.emulated
      ? UnsecuredJWT.decode(cookie, expectedClaims(issuer.projectId)).payload
      : await verifySigned(cookie, issuer)
    return describeClaims('valid', claims)
  } catch (error) {
    return checkAfter(error)
  }
}

/** Whether cookies can be verified: keys are cached or can be fetched now. */
export function hasSessionKeys(keysUrl: string): Promise<boolean> {
  return keySourceFor(keysUrl).hasKeys()
}

function describeClaims(status: 'valid' | 'expired', claims: JWTPayload): SessionCheck {
  const session = parseSession(claims)
  return session ? { status, session } : { status: 'invalid' }
}

/** Google's RS256 only: no `none`, no shared-secret algorithms (RFC 8725 section 3.1). */
async function verifySigned(cookie: string, issuer: SessionIssuer): Promise<JWTPayload> {
  const { payload } = await jwtVerify(cookie, keySourceFor(issuer.keysUrl).find, {
    ...expectedClaims(issuer.projectId),
    algorithms: ['RS256'],
  })
  return payload
}

function expectedClaims(projectId: string) {
  return {
    issuer: `https://session.firebase.google.com/${projectId}`,
    audience: projectId,
    requiredClaims,
    clockTolerance: clockToleranceSeconds,
  }
}

function parseSession(claims: JWTPayload): Session | null {
  const { sub, iat, exp, auth_time: authTime, name, email, email_verified: emailVerified } = claims
  if (typeof sub !== 'string' || sub.length === 0 || sub.length > 128) return null
  if (typeof iat !== 'number' || typeof exp !== 'number' || typeof authTime !== 'number') return null
  if (iat > Date.now() / 1000 + clockSkewSeconds) return null
  return {
    providerUserId: sub as ProviderUserId,
    name: stringOrNull(name),
    email: stringOrNull(email),
    emailVerified: emailVerified === true,
    authenticatedAt: authTime,
    ...describeSignIn(claims),
    issuedAt: iat,
    expiresAt: exp,
  }
}

/** How the user signed in. Only our server signs custom tokens, so only those may name more. */
export function describeSignIn(
  claims: Readonly<Record<string, unknown>>,
): Pick<Session, 'signInProvider' | 'signInAccount' | 'secondFactor' | 'credential'> {
  const { firebase } = claims
  const read = typeof firebase === 'object' && firebase !== null ? (firebase as Record<string, unknown>) : {}
  const signInProvider = stringOrNull(read.sign_in_provider)
  return {
    signInProvider,
    signInAccount: accountAt(read.identities, signInProvider),
    secondFactor: stringOrNull(read.second_factor_identifier),
    credential: signInProvider === 'custom' ? parseUuid(claims[credentialClaim]) : null,
  }
}

function accountAt(identities: unknown, provider: string | null): string | null {
  if (provider === null || typeof identities !== 'object' || identities === null) return null
  const accounts: unknown = Object.entries(identities).find(([name]) => name === provider)?.[1]
  return Array.isArray(accounts) ? stringOrNull(accounts[0]) : null
}

function stringOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function checkAfter(error: unknown): SessionCheck {
  if (error instanceof errors.JWTExpired) return describeClaims('expired', error.payload)
  if (error instanceof KeysUnavailable) return { status: 'unknown' }
  // What concerns the keys is `KeysUnavailable`, and signs nobody out.
  if (error instanceof errors.JOSEError) return { status: 'invalid' }
  throw error
}

const keySources = new Map<string, ReturnType<typeof createKeySource>>()

function keySourceFor(url: string) {
  const known = keySources.get(url)
  if (known) return known
  const source = createKeySource(url)
  keySources.set(url, source)
  return source
}

/** No key, as the key server didn't respond: says nothing about the token. */
export class KeysUnavailable extends Error {
  override name = 'KeysUnavailable'
}

const freshForMs = 6 * 60 * 60_000
const refetchAfterMs = 30_000
const firstRetryAfterMs = 5_000
const timeoutMs = 3_000

/**
 * Resolves a token's key. Keys older than six hours are refreshed in the background and used as long as the
 * key server is down (stale-if-error). An unknown key ID triggers a refetch, at most one per 30 s; if a
 * successful fetch doesn't have it the token is invalid, otherwise unknown.
 */
export function createKeySource(url: string) {
  const cached: JWKSCacheInput = {}
  const fetchedAt = (): number | undefined => cached.uat
  let attemptedAt = Number.NEGATIVE_INFINITY
  const keySet = createRemoteJWKSet(new URL(url), {
    // Past it, every token would wait for the key server.
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: refetchAfterMs,
    [jwksCache]: cached,
    // jose pauses after a success only; this pauses after a failure, too.
    [customFetch]: async () => {
      const pauseMs = fetchedAt() === undefined ? firstRetryAfterMs : refetchAfterMs
      if (Date.now() - attemptedAt < pauseMs) throw new KeysUnavailable(`No new keys from ${url}`)
      attemptedAt = Date.now()
      return withTimeout(fetchKeys(url), timeoutMs).catch((error: unknown) => {
        throw new KeysUnavailable(`No keys from ${url}`, { cause: error })
      })
    },
  })

  const refresh = () => keySet.reload().catch(ignoreUnavailable)

  const find: JWTVerifyGetKey = async (header, token) => {
    if (typeof header.kid !== 'string') throw new errors.JWKSNoMatchingKey()
    if (Date.now() - (fetchedAt() ?? Number.POSITIVE_INFINITY) >= freshForMs) void refresh()
    try {
      return await keySet(header, token)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) throw error
      throw new KeysUnavailable(`No usable keys from ${url}`, { cause: error })
    }
  }

  /** Whether keys are available; fetches them if none are cached. */
  async function hasKeys(): Promise<boolean> {
    if (fetchedAt() === undefined) await refresh()
    return fetchedAt() !== undefined
  }
  return { find, hasKeys }
}

/** Rejects an empty set, which would replace the cached keys. */
async function fetchKeys(url: string): Promise<Response> {
  const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) })
  const { keys } = (await response.clone().json()) as JSONWebKeySet
  if (keys.length === 0) throw new Error('no key in it')
  return response
}

/** Keeps the old keys; the next request after the pause retries. */
function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof KeysUnavailable || error instanceof errors.JOSEError)) throw error
}
