/** The endpoints that the Admin SDK calls as a service account, and the one for its access token. */
import { randomBytes } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import type { Account } from './accounts'
import {
  type Answer,
  accountOf,
  type Call,
  describeAccount,
  isAnswer,
  ok,
  type Project,
  refusal,
} from './project'
import { parseIdToken, signSessionCookie } from './tokens'

const tokenUrl = 'https://oauth2.googleapis.com/token'
const minCookieSeconds = 300
const maxCookieSeconds = 14 * 24 * 3600

/** `oauth2.googleapis.com/token`: an access token for a service account that signed for itself (RFC 7523). */
export async function grantAccessToken({ body }: Call, project: Project): Promise<Answer> {
  if (body.grant_type !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
    return oauthError('unsupported_grant_type', 'Invalid grant_type')
  }
  const claims = await parseAssertion(String(body.assertion), project)
  if (!claims) return oauthError('invalid_grant', 'Invalid JWT Signature.')
  if (!isForIdentityToolkit(claims)) return oauthError('invalid_scope', 'Invalid OAuth scope.')
  const accessToken = `ya29.${randomBytes(48).toString('base64url')}`
  project.accessTokens.add(accessToken)
  return ok({ access_token: accessToken, expires_in: 3599, token_type: 'Bearer' })
}

async function parseAssertion(assertion: string, { serviceAccount }: Project): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(assertion, serviceAccount.publicKey, {
      algorithms: ['RS256'],
      issuer: serviceAccount.email,
      audience: tokenUrl,
      requiredClaims: ['iat', 'exp'],
      maxTokenAge: 3600,
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

function isForIdentityToolkit({ scope }: JWTPayload): boolean {
  const scopes = String(scope).split(' ')
  return scopes.some((entry) => /\/auth\/(cloud-platform|identitytoolkit)$/.test(entry))
}

function oauthError(error: string, description: string): Answer {
  return { status: 400, body: { error, error_description: description } }
}

/** `projects/<id>/accounts:lookup`: disabled accounts are shown, too; nobody found is an answer without users. */
export function lookupAsAdmin({ body }: Call, { accounts }: Project): Answer {
  const wanted = [
    ...listOf(body.localId).map((id) => accounts.byId(id)),
    ...listOf(body.email).map((email) => accounts.byEmail(email)),
  ]
  const users = wanted.filter((account): account is Account => account !== undefined).map(describeAccount)
  const kind = 'identitytoolkit#GetAccountInfoResponse'
  return ok(users.length > 0 ? { kind, users } : { kind })
}

/** `projects/<id>/accounts:update`: what `revokeRefreshTokens` and `updateUser` send. */
export function updateAsAdmin({ body }: Call, { accounts }: Project): Answer {
  const account = accounts.byId(String(body.localId))
  if (!account) return refusal('USER_NOT_FOUND')
  if (body.validSince !== undefined) account.validSinceSeconds = Number(body.validSince)
  if (typeof body.disableUser === 'boolean') account.disabled = body.disableUser
  if (typeof body.emailVerified === 'boolean') account.emailVerified = body.emailVerified
  if (typeof body.email === 'string') account.email = body.email
  if (typeof body.password === 'string') account.password = body.password
  const unlinked = listOf(body.deleteProvider)
  account.providers = account.providers.filter((providerId) => !unlinked.includes(providerId))
  if (typeof body.customAttributes === 'string') account.claims = JSON.parse(body.customAttributes)
  return ok({ kind: 'identitytoolkit#SetAccountInfoResponse', localId: account.id, email: account.email })
}

/** `projects/<id>/accounts:delete`. */
export function removeAsAdmin({ body }: Call, { accounts }: Project): Answer {
  const account = accounts.byId(String(body.localId))
  if (!account) return refusal('USER_NOT_FOUND')
  accounts.remove(account.email)
  return ok({ kind: 'identitytoolkit#DeleteAccountResponse' })
}

/** `projects/<id>:createSessionCookie`: unlike the emulator, Google checks the ID token's signature and age. */
export async function createSessionCookie({ body }: Call, project: Project): Promise<Answer> {
  const { projectId, tokenSigner, cookieSigner } = project
  const validSeconds = Number(body.validDuration)
  if (!(validSeconds >= minCookieSeconds && validSeconds <= maxCookieSeconds)) {
    return refusal('INVALID_SESSION_COOKIE_DURATION')
  }
  const claims = await parseIdToken({ signer: tokenSigner, projectId }, body.idToken)
  if (!claims) return refusal('INVALID_ID_TOKEN')
  const account = accountOf(claims, project)
  if (isAnswer(account)) return account
  const signing = { signer: cookieSigner, projectId }
  return ok({ sessionCookie: await signSessionCookie(signing, claims, validSeconds) })
}

function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((entry) => typeof entry === 'string')
}
