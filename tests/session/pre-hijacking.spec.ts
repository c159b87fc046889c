/** A squatter registers another person's address and waits for its owner: over HTTP, with the real emulator. */
import { passwordHeader } from '@/lib/session/renewal'
import {
  type Account,
  callEmulator,
  createAccount,
  createProviderAccount,
  repeatSignIn,
  signInByCode,
} from '../support/accounts'
import { expect, siteTest as test } from '../support/fixtures'
import { canSignIn, followMail, mailsTo, sendMail } from '../support/mails'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import type { Site } from '../support/site'

const typed = { [passwordHeader]: '1' }

/** A squatter with another person's address, a password, and a session. */
async function squat(site: Site) {
  const account = await createAccount(site)
  return { ...account, cookie: sessionCookieOf(await postToken(site, account.idToken, typed)).value }
}

/** Links the squatter's own Google account, and signs in with it. */
async function linkGoogle(site: Site, { idToken }: Account) {
  const sub = crypto.randomUUID()
  const claims = { sub, email: `${sub}@other.example`, email_verified: true }
  const postBody = new URLSearchParams({ providerId: 'google.com', id_token: JSON.stringify(claims) })
  const request = { postBody: `${postBody}`, requestUri: 'http://localhost' }
  await callEmulator(site, 'accounts:signInWithIdp', { ...request, idToken })
  return () => callEmulator(site, 'accounts:signInWithIdp', request)
}

/** The owner signs in by an email link. */
async function comeByLink(site: Site, email: string): Promise<Account> {
  await sendMail(site, { requestType: 'EMAIL_SIGNIN', email, continueUrl: site.url })
  const [mail] = await mailsTo(site, email, 'EMAIL_SIGNIN')
  return signInByCode(site, email, mail?.oobCode ?? '')
}

async function verify(site: Site, { email, idToken }: Account): Promise<void> {
  await sendMail(site, { requestType: 'VERIFY_EMAIL', idToken })
  const [mail] = await mailsTo(site, email, 'VERIFY_EMAIL')
  if (!mail) throw new Error('no mail')
  await followMail(site, mail)
}

async function statusOf(site: Site, cookie: string): Promise<number> {
  const headers = { cookie: `__session=${cookie}` }
  return (await fetch(`${site.url}/api/notes`, { headers })).status
}

/** Uses the token of a 409, as the browser does. */
async function comeIn(site: Site, refused: Response): Promise<string> {
  expect(refused.status).toBe(409)
  expect(refused.headers.getSetCookie()).toEqual([])
  const { code, customToken: token } = (await refused.json()) as { code: string; customToken: string }
  expect(code).toBe('account-secured')
  const again = await callEmulator(site, 'accounts:signInWithCustomToken', { token })
  return sessionCookieOf(await postToken(site, again.idToken)).value
}

test('an owner who signs in by email link ends the squatter’s session, password and linked account', async ({
  site,
}) => {
  const squatter = await squat(site)
  const signInWithGoogle = await linkGoogle(site, squatter)
  expect((await signInWithGoogle()).localId).toBe(squatter.userId)
  const owner = await comeByLink(site, squatter.email)
  expect(owner.userId, 'the same account').toBe(squatter.userId)
  // Probably in the same second as the revocation.
  const { idToken: lastToken } = await repeatSignIn(site, squatter)
  const refused = await postToken(site, owner.idToken)
  expect(await statusOf(site, squatter.cookie), 'immediately').toBe(401)
  expect(await canSignIn(site, squatter.email, squatter.password)).toBe(false)
  expect((await signInWithGoogle()).localId).not.toBe(squatter.userId)
  const cookie = await comeIn(site, refused)
  expect((await getNotesPage(site, cookie)).status).toBe(200)
  for (const idToken of [squatter.idToken, lastToken])
    expect((await postToken(site, idToken)).status).toBe(401)
  const later = await comeByLink(site, squatter.email)
  expect((await postToken(site, later.idToken)).status, 'once is enough').toBe(204)
  expect(await statusOf(site, cookie)).toBe(200)
  const secured = site.records().filter(({ event }) => event === 'account.secured')
  expect(secured.filter(({ userId }) => userId === squatter.userId)).toHaveLength(1)
})

test('an owner who signs in with the same address at Google ends it all, too', async ({ site }) => {
  const squatter = await squat(site)
  const owner = await createProviderAccount(site, 'google.com', { email: squatter.email })
  expect(owner.userId).toBe(squatter.userId)
  const cookie = await comeIn(site, await postToken(site, owner.idToken))
  expect(await statusOf(site, squatter.cookie)).toBe(401)
  expect(await statusOf(site, cookie)).toBe(200)
})

test('neither verifying the address nor a renewal protects the squatter', async ({ site }) => {
  const squatter = await squat(site)
  const signInWithGoogle = await linkGoogle(site, squatter)
  await verify(site, squatter)
  expect(await statusOf(site, squatter.cookie), 'verifying ends nothing').toBe(200)
  const renewal = await postToken(site, (await repeatSignIn(site, squatter)).idToken, {
    cookie: `__session=${squatter.cookie}`,
  })
  const elsewhere = [
    (await repeatSignIn(site, squatter)).idToken,
    (await signInWithGoogle()).idToken,
  ] as const
  const cookies = [
    sessionCookieOf(renewal).value,
    sessionCookieOf(await postToken(site, elsewhere[0], typed)).value,
    sessionCookieOf(await postToken(site, elsewhere[1])).value,
  ]
  for (const cookie of cookies) expect(await statusOf(site, cookie)).toBe(200)
  const owner = await comeByLink(site, squatter.email)
  await comeIn(site, await postToken(site, owner.idToken))
  for (const cookie of cookies) expect(await statusOf(site, cookie)).toBe(401)
})

test('a user who verifies their own address keeps everything, in the same browser and by password', async ({
  site,
}) => {
  const person = await squat(site)
  await verify(site, person)
  const phone = await postToken(site, (await repeatSignIn(site, person)).idToken, typed)
  expect(phone.status).toBe(204)
  expect(await statusOf(site, person.cookie)).toBe(200)
  expect(await canSignIn(site, person.email, person.password)).toBe(true)

  const other = await squat(site)
  const link = await comeByLink(site, other.email)
  const here = await postToken(site, link.idToken, { cookie: `__session=${other.cookie}` })
  expect(here.status, 'by link, in the browser that registered').toBe(204)
  expect(await canSignIn(site, other.email, other.password)).toBe(true)
})
