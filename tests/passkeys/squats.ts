/** Ways to hold another person's address before its owner comes, and what still leads into the account afterwards. */

import { expect } from '@playwright/test'
import { createdHereHeader } from '@/lib/session/address-proof'
import { callEmulator, createAccount, repeatSignIn } from '../support/accounts'
import {
  canSignIn,
  changeAddress,
  createProvedAccount,
  pressMail,
  sendMail,
  verifyAddress,
} from '../support/mails'

import { createdHash, getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import type { Site } from '../support/site'
import type { SoftKey } from './authenticator'
import { addKey, idTokenFor, newAddress, sendAssertion, signSignIn } from './requests'

/** What a squatter holds: whatever it is, nothing of it may sign in once the owner has come. */
export type Squat = {
  email: string
  userId: string
  password?: string
  cookie?: string
  key?: SoftKey
  idToken?: string
  signInWithGoogle?: () => Promise<{ localId: string; idToken: string }>
}

/** Another address of the network, with limits of its own. */
export const fromElsewhere = () => ({ 'x-forwarded-for': newAddress() })

export const newMailbox = () => `victim-${crypto.randomUUID()}@example.com`

/** A squatter's own Google account, linked to the account of a token or signing in by itself. */
export async function useGoogle(site: Site, idToken?: string) {
  const sub = crypto.randomUUID()
  const email = `${sub}@other.example`
  const postBody = new URLSearchParams({
    providerId: 'google.com',
    id_token: JSON.stringify({ sub, email, email_verified: true }),
  })
  const request = { postBody: `${postBody}`, requestUri: 'http://localhost' }
  const first = await callEmulator(site, 'accounts:signInWithIdp', {
    ...request,
    ...(idToken && { idToken }),
  })
  return { first, email, signIn: () => callEmulator(site, 'accounts:signInWithIdp', request) }
}

/** A squatter who has proved an address of their own, and has a passkey. */
export async function provedSquatter(site: Site) {
  const account = await createProvedAccount(site)
  const key = await addKey({ site, account, cookie: account.cookie })
  return { ...account, key }
}

/** A squatter of an account that began without an address, and so may have a passkey, and a custom token by it. */
export async function anonymousSquatter(site: Site) {
  const anonymous = await callEmulator(site, 'accounts:signUp', {})
  const { localId: userId, refreshToken } = anonymous
  const cookie = sessionCookieOf(await postToken(site, anonymous.idToken)).value
  const [email, password] = [newMailbox(), 'correct horse']
  const account = { email, password, userId, idToken: anonymous.idToken, refreshToken }
  const key = await addKey({ site, cookie, account })
  const answer = await sendAssertion(site, await signSignIn(site, key))
  const { customToken } = (await answer.json()) as { customToken: string }
  const linked = { idToken: anonymous.idToken, email, password }
  const { idToken } = await callEmulator(site, 'accounts:signUp', linked)
  return { ...account, idToken, cookie, key, customToken }
}

export const squats: Record<string, (site: Site) => Promise<Squat>> = {
  'registered at the provider alone, with a Google account linked': async (site) => {
    const account = await createAccount(site)
    const google = await useGoogle(site, account.idToken)
    return { ...account, signInWithGoogle: google.signIn }
  },
  'registered here, and used up the sessions of the account': async (site) => {
    const account = await createAccount(site)
    const cookie = sessionCookieOf(await postToken(site, account.idToken)).value
    for (let n = 0; n < 61; n++) await postToken(site, account.idToken, fromElsewhere())
    expect((await postToken(site, account.idToken)).status).toBe(429)
    return { ...account, cookie }
  },
  'changed the address of an account with a proved one, a passkey and a session': async (site) => {
    const squatter = await provedSquatter(site)
    const email = newMailbox()
    await changeAddress(site, squatter.idToken, email)
    return { ...squatter, email }
  },
  'let the owner verify the address, and signed in again': async (site) => {
    const account = await createAccount(site)
    const first = sessionCookieOf(await postToken(site, account.idToken)).value
    await verifyAddress(site, account)
    const { idToken } = await repeatSignIn(site, account)
    const again = await postToken(site, idToken, { cookie: `__session=${first}` })
    return { ...account, idToken, cookie: sessionCookieOf(again).value }
  },
  'let the owner press a change to the address': async (site) => {
    const squatter = await provedSquatter(site)
    const email = newMailbox()
    const { idToken } = await repeatSignIn(site, squatter)
    await sendMail(site, { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: email })
    await pressMail(site, squatter.email, 'VERIFY_AND_CHANGE_EMAIL')
    return { ...squatter, email }
  },
  'linked the address and a password to an anonymous account with a session and a passkey': (site) =>
    anonymousSquatter(site),
  'linked the address and a password to a Google account with a passkey': async (site) => {
    const google = await useGoogle(site)
    const { idToken, localId: userId } = google.first
    // Its own address is proved by Google.
    const cookie = sessionCookieOf(
      await postToken(site, idToken, { [createdHereHeader]: createdHash(userId) }),
    ).value
    const key = await addKey({ site, cookie, account: { ...noAccount, userId } })
    const [email, password] = [newMailbox(), 'correct horse']
    await callEmulator(site, 'accounts:signUp', { idToken, email, password })
    return { email, password, userId, cookie, key, signInWithGoogle: google.signIn }
  },
}

const noAccount = { email: '', password: '', userId: '', idToken: '', refreshToken: '' }

export async function isAlive(site: Site, cookie: string): Promise<boolean> {
  return (await getNotesPage(site, cookie)).status === 200
}

/** Which of the squatter's ways still lead into the account that its owner has a session of. */
export async function whatHolds(site: Site, squat: Squat, ownersCookie: string): Promise<string[]> {
  const owner = await personOf(site, ownersCookie)
  expect(owner).toBeTruthy()
  const isOwners = async (cookie: string) => (await personOf(site, cookie)) === owner
  const opens = async (idToken: string) => {
    const answer = await postToken(site, idToken, fromElsewhere())
    return answer.ok && (await isOwners(sessionCookieOf(answer).value))
  }
  const holds: string[] = []
  if (squat.cookie && (await isOwners(squat.cookie))) holds.push('session')
  if (squat.password && (await canSignIn(site, squat.email, squat.password))) holds.push('password')
  if (squat.key) {
    const answer = await sendAssertion(site, await signSignIn(site, squat.key))
    if (answer.ok && (await opens(await idTokenFor(site, Promise.resolve(answer))))) holds.push('passkey')
  }
  if (squat.idToken && (await opens(squat.idToken))) holds.push('token')
  const google = await squat.signInWithGoogle?.()
  if (google && (await opens(google.idToken))) holds.push('Google')
  return holds
}

/** Whose session a cookie is, by the site's ID; nobody's if it has ended. */
async function personOf({ url }: Site, cookie: string): Promise<string | undefined> {
  const response = await fetch(`${url}/api/session`, { headers: { cookie: `__session=${cookie}` } })
  return ((await response.json()) as { userId?: string }).userId
}
