/** Accounts at the Auth emulator, by its REST API, and their sessions. */

import { giveCookie } from './database/rows'
import { newCredentials } from './fixtures'
import { getNotesPage, postToken, sessionCookieOf } from './requests'
import type { Site } from './site'

type Emulated = Pick<Site, 'emulatorUrl'>

export type Account = {
  email: string
  password: string
  userId: string
  idToken: string
  refreshToken: string
}

/** A new account, just signed in. */
export async function createAccount(site: Emulated): Promise<Account> {
  const credentials = newCredentials()
  await callEmulator(site, 'accounts:signUp', credentials)
  return repeatSignIn(site, credentials)
}

/** The account with the tokens of a new sign-in. */
export async function repeatSignIn(
  site: Emulated,
  { email, password }: { email: string; password: string },
): Promise<Account> {
  // The token of a sign-up is revoked from the start if the second changes meanwhile; that of a sign-in never is.
  const answer = await callEmulator(site, 'accounts:signInWithPassword', { email, password })
  return accountOf(answer, { email, password })
}

/** A new account of a provider, just signed in with it; without an address if the provider gives none. */
export async function createProviderAccount(
  site: Site,
  providerId: string,
  { email }: { email?: string } = newCredentials(),
): Promise<Account> {
  const claims = { sub: `at-provider-${Math.random()}`, email, email_verified: true }
  const postBody = new URLSearchParams({ providerId, id_token: JSON.stringify(claims) }).toString()
  const body = { postBody, requestUri: 'http://localhost' }
  return accountOf(await callEmulator(site, 'accounts:signInWithIdp', body), { email: email ?? '' })
}

/** The account of an address, created or signed in by the code of a sign-in link. */
export async function signInByCode(
  site: Site,
  email: string,
  oobCode: string,
): Promise<Account & { isNewUser: boolean }> {
  const answer = await callEmulator(site, 'accounts:signInWithEmailLink', { email, oobCode })
  return { ...accountOf(answer, { email }), isNewUser: answer.isNewUser === true }
}

/** The account that an answer has the tokens of. A custom token's answer names its user only in the ID token. */
export function accountOf(
  { localId, idToken, refreshToken }: Partial<Pick<Tokens, 'localId'>> & Omit<Tokens, 'localId'>,
  { email, password = '' }: { email: string; password?: string },
): Account {
  const userId =
    localId ?? JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()).user_id
  return { email, password, userId, idToken, refreshToken }
}

export function disableAccount(site: Site, userId: string): Promise<void> {
  return changeAccount(site, userId, { disableUser: true })
}

export function removeAccount(site: Site, userId: string): Promise<void> {
  return administer(site, 'accounts:delete', { localId: userId })
}

/** Changes an account as an administrator; the changes are those of `accounts:update`. */
export function changeAccount(site: Site, userId: string, changes: object): Promise<void> {
  return administer(site, 'accounts:update', { localId: userId, ...changes })
}

async function administer(site: Site, method: string, body: object): Promise<void> {
  await okOf(post(site, `projects/demo-foyer/${method}`, body, { authorization: 'Bearer owner' }), method)
}

type Tokens = { localId: string; idToken: string; refreshToken: string; isNewUser?: boolean }

/** Calls a method with the API key. Throws unless it succeeds. */
export async function callEmulator(site: Emulated, method: string, body: object): Promise<Tokens> {
  const response = await okOf(postToEmulator(site, method, { ...body, returnSecureToken: true }), method)
  return (await response.json()) as Tokens
}

/** Calls a method with the API key, whatever comes of it. */
export function postToEmulator(site: Emulated, method: string, body: object): Promise<Response> {
  return post(site, `${method}?key=demo-api-key`, body)
}

function post({ emulatorUrl }: Emulated, path: string, body: object, headers = {}): Promise<Response> {
  return fetch(`${emulatorUrl}/identitytoolkit.googleapis.com/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

async function okOf(answer: Promise<Response>, method: string): Promise<Response> {
  const response = await answer
  if (response.ok) return response
  throw new Error(`The emulator answered ${response.status} to ${method}: ${await response.text()}`)
}

/** The messages that the emulator doesn't send: `oobCodes` are emails, `verificationCodes` SMS. */
export async function readMessages(site: Emulated, kind: 'oobCodes' | 'verificationCodes') {
  const response = await fetch(`${site.emulatorUrl}/emulator/v1/projects/demo-foyer/${kind}`)
  return (await response.json())[kind]
}

/** An unsigned token, as anyone can write one; the emulator's own look like this. */
export function unsignedToken(claims: object): string {
  return `${encodePart({ alg: 'none', typ: 'JWT' })}.${encodePart(claims)}.`
}

/** A session cookie that can't be verified while the provider's keys are out of reach. */
export function unverifiableCookie(): string {
  return `${encodePart({ alg: 'RS256', kid: 'some-key' })}.${encodePart({})}.${encodePart({})}`
}

const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

export type Cookie = { name: string; value: string }

/** The cookie of the account's only session, expired for an hour. */
export function expiredCookie(site: Site, account: Account): Promise<Cookie> {
  return ageSession(site, account, { startsIn: -7200, endsIn: -3600 })
}

/** The cookie of the account's only session, still valid, from a sign-in ten minutes ago. */
export function oldSignInCookie(site: Site, account: Account): Promise<Cookie> {
  return ageSession(site, account, { startsIn: -600, endsIn: 86_400 })
}

/** In seconds from now. */
type Times = { startsIn: number; endsIn: number }

async function ageSession(
  site: Site,
  { userId, email }: Account,
  { startsIn, endsIn }: Times,
): Promise<Cookie> {
  const now = Math.floor(Date.now() / 1000)
  const value = unsignedToken({
    iss: 'https://session.firebase.google.com/demo-foyer',
    aud: 'demo-foyer',
    sub: userId,
    email,
    auth_time: now + startsIn,
    iat: now + startsIn,
    exp: now + endsIn,
  })
  await giveCookie(site.databaseUrl, userId, value)
  return { name: '__session', value }
}

/** Signs in again, over HTTP. */
export async function signInElsewhere(
  site: Site,
  account: Pick<Account, 'email' | 'password'>,
  headers: Record<string, string> = {},
) {
  const { idToken } = await repeatSignIn(site, account)
  const cookie = sessionCookieOf(await postToken(site, idToken, headers)).value
  return { cookie, isLive: async () => (await getNotesPage(site, cookie)).status === 200 }
}
