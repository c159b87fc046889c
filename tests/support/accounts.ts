/** Accounts at the emulator, made and used as its REST surface allows. */
import { newCredentials } from './fixtures'
import type { Site } from './site'

/** Whoever has its address can ask the emulator. */
type Emulated = Pick<Site, 'emulatorUrl'>

export type Account = {
  email: string
  password: string
  userId: string
  idToken: string
  refreshToken: string
}

const key = 'key=demo-api-key'

/** A new account, just signed in. */
export async function createAccount(site: Emulated): Promise<Account> {
  const credentials = newCredentials()
  await callEmulator(site, 'accounts:signUp', credentials)
  return repeatSignIn(site, credentials)
}

/** The account as a new sign-in at the provider has it. */
export async function repeatSignIn(
  site: Emulated,
  { email, password }: { email: string; password: string },
): Promise<Account> {
  const credentials = { email, password }
  // The emulator's token of a sign-up is revoked from the start if a second began meanwhile; that of a sign-in never is.
  const answer = await callEmulator(site, 'accounts:signInWithPassword', credentials)
  const { localId: userId, idToken, refreshToken } = answer
  return { ...credentials, userId, idToken, refreshToken }
}

/** A new account of a provider, just signed in with it; without an address if it gives none. */
export async function createProviderAccount(
  site: Site,
  providerId: string,
  { email }: { email?: string } = newCredentials(),
): Promise<Account> {
  const claims = { sub: `at-provider-${Math.random()}`, email, email_verified: true }
  const postBody = new URLSearchParams({ providerId, id_token: JSON.stringify(claims) }).toString()
  const answer = await callEmulator(site, 'accounts:signInWithIdp', {
    postBody,
    requestUri: 'http://localhost',
  })
  const { localId: userId, idToken, refreshToken } = answer
  return { email: email ?? '', password: '', userId, idToken, refreshToken }
}

/** The account of an address, made or signed in by the code of a mailed link. */
export async function signInByCode(site: Site, email: string, oobCode: string): Promise<Account> {
  const { localId: userId, ...tokens } = await callEmulator(site, 'accounts:signInWithEmailLink', {
    email,
    oobCode,
  })
  return { email, password: '', userId, idToken: tokens.idToken, refreshToken: tokens.refreshToken }
}

/** Disables an account as an administrator of the provider would. */
export function disableAccount(site: Site, userId: string): Promise<void> {
  return administer(site, 'accounts:update', { localId: userId, disableUser: true })
}

/** Deletes an account as an administrator of the provider would. */
export function removeAccount(site: Site, userId: string): Promise<void> {
  return administer(site, 'accounts:delete', { localId: userId })
}

/** Changes an account as an administrator of the provider would, in the words of its REST surface. */
export function changeAccount(site: Site, userId: string, changes: object): Promise<void> {
  return administer(site, 'accounts:update', { localId: userId, ...changes })
}

/** A message that the provider would have sent: to whom, and the code in its link. */
export type Message = { email: string; newEmail?: string; requestType: string; oobCode: string }

/** The messages so far of one kind to one account, by the address it had then. */
export async function messagesTo(site: Site, email: string, requestType: string): Promise<Message[]> {
  const response = await fetch(`${site.emulatorUrl}/emulator/v1/projects/demo-foyer/oobCodes`)
  const { oobCodes } = (await response.json()) as { oobCodes: Message[] }
  return oobCodes.filter((message) => message.email === email && message.requestType === requestType)
}

/** Does what the link of a message asks for. */
export async function followMessage(site: Site, { oobCode }: Message): Promise<void> {
  await callEmulator(site, 'accounts:update', { oobCode })
}

async function administer(site: Site, method: string, body: object): Promise<void> {
  const response = await fetch(
    `${site.emulatorUrl}/identitytoolkit.googleapis.com/v1/projects/demo-foyer/${method}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
      body: JSON.stringify(body),
    },
  )
  if (!response.ok) throw new Error(`The emulator answered ${response.status} to ${method}`)
}

type Answer = { localId: string; idToken: string; refreshToken: string }

/** Calls the REST surface with the API key. Throws unless it succeeds. */
export async function callEmulator(site: Emulated, method: string, body: object): Promise<Answer> {
  const response = await fetch(`${site.emulatorUrl}/identitytoolkit.googleapis.com/v1/${method}?${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, returnSecureToken: true }),
  })
  if (!response.ok) throw new Error(`The emulator answered ${response.status} to ${method}`)
  return (await response.json()) as Answer
}

/** A token nobody signed, as anyone can write one; the emulator's own look like this. */
export function unsignedToken(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`
}

/** A session cookie nobody can judge while the provider's keys are out of reach. */
export function unverifiableCookie(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256', kid: 'some-key' })}.${part({})}.${part({})}`
}
