/** The session cookie: what it is called, how it is set, and what one is worth. */
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify, UnsecuredJWT } from 'jose'
import { createKeySource, type KeySource, KeysUnavailable } from './keys'

export type Session = {
  userId: string
  email: string | null
  emailVerified: boolean
  /** When the person last proved who they are, seconds since 1970 (claim `auth_time`). */
  authenticatedAt: number
  issuedAt: number
  expiresAt: number
}

/**
 * `unknown` says nothing: the keys could not be asked for, and nobody is signed out for that. `expired` was
 * ours and correctly signed; `invalid` is worthless.
 */
export type SessionCheck =
  | { status: 'valid'; session: Session }
  | { status: 'expired'; session: Session }
  | { status: 'invalid' | 'absent' | 'unknown' }

/** The attributes of the cookie, written once. `Secure` and `Max-Age` depend on the request. */
export const sessionCookieAttributes = { httpOnly: true, sameSite: 'lax', path: '/' } as const

/** Browsers drop a cookie whose name and value are longer together (RFC 6265bis, OWASP ASVS 3.3.5). */
export const maxCookieBytes = 4096

/** A session as its owner sees it: which browser, since when, seen when, and whether it is this one. */
export type ListedSession = { id: string; name: string; openedAt: string; seenAt: string; isThis: boolean }

/** What decides whether a cookie is ours: the project, and where its keys are. */
export type SessionIssuer = { projectId: string; keysUrl: string; emulated: boolean }

/** The ID token of an `Authorization: Bearer` header (RFC 6750), or null if there is nothing like a JWT. */
export function parseBearerToken(authorization: string | null): string | null {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(authorization ?? '')?.[1] ?? null
}

/** No ID token of ours is as long: its claims have to fit into a cookie of half that. */
const longestTokenCharacters = 2 * maxCookieBytes

/**
 * Whether header and claims are JSON, as in any JWT. Anyone can send what only looks like one, and the Admin SDK throws
 * plain errors at some of it, which would be a 500 and a stack in the log for each.
 */
export function isJwt(token: string): boolean {
  if (token.length > longestTokenCharacters) return false
  try {
    decodeProtectedHeader(token)
    decodeJwt(token)
    return true
  } catch (error) {
    if (error instanceof TypeError || error instanceof errors.JOSEError) return false
    throw error
  }
}

/** What an ID token of the emulator says: unsigned, but ours by issuer and audience, and not expired. */
export function readUnsignedIdToken(token: string, projectId: string): SessionCheck {
  try {
    const wanted = { ...claimsWanted(projectId), issuer: `https://securetoken.google.com/${projectId}` }
    return describeClaims('valid', UnsecuredJWT.decode(token, wanted).payload)
  } catch (error) {
    if (error instanceof errors.JWTExpired) return describeClaims('expired', error.payload)
    return { status: statusOf(error) }
  }
}

const clockToleranceSeconds = 5
/** How far the signer's clock may be ahead of ours: a cookie just minted must not be one from the future. */
export const clockSkewSeconds = 60
const requiredClaims = ['sub', 'iat', 'exp', 'auth_time']

/** What a session cookie is worth, found offline: signature, issuer, audience, expiry, subject. */
export async function checkSession(cookie: string | undefined, issuer: SessionIssuer): Promise<SessionCheck> {
  if (!cookie) return { status: 'absent' }
  try {
    return describeClaims('valid', await (issuer.emulated ? readUnsigned : verifySigned)(cookie, issuer))
  } catch (error) {
    if (error instanceof errors.JWTExpired) return describeClaims('expired', error.payload)
    return { status: statusOf(error) }
  }
}

/** Whether cookies can be verified: the keys are here, or their server gives them now. */
export function hasSessionKeys(keysUrl: string): Promise<boolean> {
  return keySourceFor(keysUrl).hasKeys()
}

function describeClaims(status: 'valid' | 'expired', claims: JWTPayload): SessionCheck {
  const session = parseSession(claims)
  return session ? { status, session } : { status: 'invalid' }
}

/** Signed by Google with RS256 and nothing else: no `none`, no shared-secret algorithm (RFC 8725 section 3.1). */
async function verifySigned(cookie: string, issuer: SessionIssuer): Promise<JWTPayload> {
  const { payload } = await jwtVerify(cookie, keySourceFor(issuer.keysUrl), {
    ...claimsWanted(issuer.projectId),
    algorithms: ['RS256'],
  })
  return payload
}

/** The emulator's cookies carry no signature; configuration lets them in only for a `demo-` project. */
async function readUnsigned(cookie: string, issuer: SessionIssuer): Promise<JWTPayload> {
  return UnsecuredJWT.decode(cookie, claimsWanted(issuer.projectId)).payload
}

function claimsWanted(projectId: string) {
  return {
    issuer: `https://session.firebase.google.com/${projectId}`,
    audience: projectId,
    requiredClaims,
    clockTolerance: clockToleranceSeconds,
  }
}

function parseSession(claims: JWTPayload): Session | null {
  const { sub, iat, exp, auth_time: authTime, email, email_verified: emailVerified } = claims
  if (typeof sub !== 'string' || sub.length === 0 || sub.length > 128) return null
  if (typeof iat !== 'number' || typeof exp !== 'number' || typeof authTime !== 'number') return null
  if (iat > Date.now() / 1000 + clockSkewSeconds) return null
  return {
    userId: sub,
    email: typeof email === 'string' ? email : null,
    emailVerified: emailVerified === true,
    authenticatedAt: authTime,
    issuedAt: iat,
    expiresAt: exp,
  }
}

function statusOf(error: unknown): 'invalid' | 'unknown' {
  if (error instanceof KeysUnavailable) return 'unknown'
  if (error instanceof errors.JOSEError) return worthless.has(error.code) ? 'invalid' : 'unknown'
  throw error
}

/** The codes that say something of the token. Others speak of the keys, and nobody is signed out for those. */
const worthless = new Set([
  errors.JWTClaimValidationFailed.code,
  errors.JWTInvalid.code,
  errors.JWSInvalid.code,
  errors.JWSSignatureVerificationFailed.code,
  errors.JOSEAlgNotAllowed.code,
  errors.JOSENotSupported.code,
  errors.JWKSNoMatchingKey.code,
])

const keySources = new Map<string, KeySource>()

function keySourceFor(url: string): KeySource {
  const known = keySources.get(url)
  if (known) return known
  const source = createKeySource(url)
  keySources.set(url, source)
  return source
}
