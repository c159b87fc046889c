/** ID tokens and session cookies, claim for claim as Google signs them. */
import { createPublicKey, type KeyObject } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { ServiceAccount, Signer } from './certificates'
import { type Account, type Answer, accountOf, type Factor, type Project, rawIdOf, refusal } from './project'

const idTokenLifetimeSeconds = 3600

/** Seconds since 1970, as in claims. */
export const nowSeconds = () => Math.floor(Date.now() / 1000)

type Signing = { signer: Signer; projectId: string }

/** An ID token of a sign-in at `authenticatedAt`, with changed claims. */
export function signIdToken(
  { signer, projectId }: Signing,
  account: Account,
  authenticatedAt: number,
  changes: JWTPayload = {},
): Promise<string> {
  const issuedAt = nowSeconds()
  return sign(signer, {
    ...account.claims,
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    auth_time: authenticatedAt,
    user_id: account.id,
    sub: account.id,
    iat: issuedAt,
    exp: issuedAt + idTokenLifetimeSeconds,
    ...(account.email && { email: account.email }),
    email_verified: account.emailVerified,
    firebase: { identities: identitiesOf(account), sign_in_provider: 'password' },
    ...changes,
  })
}

/** The account's IDs at providers and its address, as ID tokens have them. */
export function identitiesOf(account: Account): Record<string, string[]> {
  const foreign = account.providers.filter((providerId) => !['password', 'phone'].includes(providerId))
  return {
    ...Object.fromEntries(foreign.map((providerId) => [providerId, [rawIdOf(account, providerId)]])),
    ...(account.email && { email: [account.email] }),
  }
}

/** Tokens of a new sign-in; `claims` describe one that wasn't by password alone. */
export async function freshTokens(account: Account, project: Project, claims: JWTPayload = {}) {
  const authenticatedAt = nowSeconds()
  return {
    localId: account.id,
    ...(account.email && { email: account.email }),
    idToken: await signIdToken(tokenSigning(project), account, authenticatedAt, claims),
    refreshToken: project.accounts.grant(account, authenticatedAt, claims),
    expiresIn: '3600',
  }
}

/** A token's claims about the second factor used. */
export function claimsOfFactor(account: Account, { id, phone }: Factor): JWTPayload {
  const given = { sign_in_second_factor: phone ? 'phone' : 'totp', second_factor_identifier: id }
  return { firebase: { identities: identitiesOf(account), sign_in_provider: 'password', ...given } }
}

/** What signs ID tokens. */
export function tokenSigning({ tokenSigner, projectId }: Project) {
  return { signer: tokenSigner, projectId }
}

/** A session cookie: the ID token's claims with another issuer, a new `iat` and a longer lifetime, then changed. */
export function signSessionCookie(
  { signer, projectId }: Signing,
  idTokenClaims: JWTPayload,
  validSeconds: number,
  changes: JWTPayload = {},
): Promise<string> {
  const issuedAt = nowSeconds()
  return sign(signer, {
    ...idTokenClaims,
    iss: `https://session.firebase.google.com/${projectId}`,
    iat: issuedAt,
    exp: issuedAt + validSeconds,
    ...changes,
  })
}

/** The account of an ID token, or why the token is not accepted. */
export async function ownerOf(idToken: unknown, project: Project): Promise<Account | Answer> {
  const claims = await parseIdToken(idToken, project)
  return claims ? accountOf(claims, project) : refusal('INVALID_ID_TOKEN')
}

/** The claims of an ID token; null if it's invalid or expired. */
export function parseIdToken(token: unknown, { tokenSigner, projectId }: Project) {
  return parseToken(token, createPublicKey(tokenSigner.certificate), {
    audience: projectId,
    issuer: `https://securetoken.google.com/${projectId}`,
  })
}

/** The claims of the service account's custom token; null if it's invalid or expired. */
export function parseCustomToken(token: unknown, { publicKey, email }: ServiceAccount) {
  const toolkit = 'google.identity.identitytoolkit.v1.IdentityToolkit'
  const audience = `https://identitytoolkit.googleapis.com/${toolkit}`
  return parseToken(token, publicKey, { issuer: email, audience })
}

async function parseToken(token: unknown, key: KeyObject, claims: { issuer: string; audience: string }) {
  try {
    return (await jwtVerify(String(token), key, { algorithms: ['RS256'], ...claims })).payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

function sign(signer: Signer, claims: JWTPayload): Promise<string> {
  const header = { alg: 'RS256', kid: signer.keyId, typ: 'JWT' }
  return new SignJWT(claims).setProtectedHeader(header).sign(signer.privateKey)
}
