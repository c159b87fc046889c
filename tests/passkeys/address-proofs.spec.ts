/** What proves an address, and for how long; what honest people keep: over HTTP, with the real emulator. */

import { addressProofHeader, createdHereHeader, renewalHeader } from '@/lib/session/address-proof'
import { changeAsAnnounced, personOf } from '../session/owners'
import {
  callEmulator,
  createAccount,
  createProviderAccount,
  repeatSignIn,
  signInByCode,
} from '../support/accounts'
import { expect } from '../support/fixtures'
import {
  canSignIn,
  createProvedAccount,
  postProof,
  pressMail,
  requestLink,
  resetPassword,
  signInProved,
  signInSecured,
  verifyAddress,
} from '../support/mails'
import { codeOf, createdHash, postToken, sessionCookieOf } from '../support/requests'
import { enrollPhones, newPhone } from '../support/second-factor'
import type { Site } from '../support/site'
import {
  addKey,
  listPasskeys,
  requestCreation,
  sendAssertion,
  signSignIn,
  proxiedTest as test,
} from './requests'
import { isAlive, newMailbox } from './squats'

test('the mails of a mailbox end at twenty a day, and the earlier links still prove', async ({ site }) => {
  const account = await createAccount(site)
  const first = await requestLink(site, account.email)
  const headers = (n: number) => ({
    'content-type': 'application/json',
    'x-forwarded-for': `198.51.100.${n}`,
  })
  const body = JSON.stringify({ email: account.email })
  for (let n = 0; n < 25; n++) {
    const sent = await fetch(`${site.url}/api/session/links`, { method: 'POST', headers: headers(n), body })
    expect(sent.status).toBe(204)
  }
  const signedIn = await signInByCode(site, account.email, first.code)
  expect((await signInProved(site, { ...signedIn, proof: first.nonce })).isSecured).toBe(true)
})

/** Posts a fresh token of the same sign-in, as the page of the link does after the press in the creator's browser. */
async function renewWith(
  site: Site,
  { idToken, cookie, proof, userId }: Record<'idToken' | 'cookie' | 'proof' | 'userId', string>,
) {
  const proved = { [addressProofHeader]: proof, [createdHereHeader]: createdHash(userId) }
  return postToken(site, idToken, { cookie: `__session=${cookie}`, [renewalHeader]: '1', ...proved })
}

async function mayAddPasskeys(site: Site, account: { userId: string }, cookie: string): Promise<boolean> {
  const visitor = {
    site,
    cookie,
    account: { email: '', password: '', idToken: '', refreshToken: '', ...account },
  }
  return (await requestCreation(visitor)).ok
}

test('who registers and verifies in one browser keeps everything, and may add passkeys then', async ({
  site,
}) => {
  const account = await createAccount(site)
  const cookie = sessionCookieOf(await postToken(site, account.idToken)).value
  expect(await mayAddPasskeys(site, account, cookie)).toBe(false)
  const proof = await verifyAddress(site, account)
  expect((await renewWith(site, { ...account, cookie, proof })).status).toBe(204)
  expect(await isAlive(site, cookie)).toBe(true)
  expect(await canSignIn(site, account.email, account.password)).toBe(true)
  expect(await mayAddPasskeys(site, account, cookie)).toBe(true)
})

test('who verifies on a phone keeps the desk’s session; a sign-in there by password keeps that', async ({
  site,
}) => {
  const account = await createAccount(site)
  const desk = sessionCookieOf(await postToken(site, account.idToken)).value
  const proof = await verifyAddress(site, account)
  expect(await isAlive(site, desk)).toBe(true)
  const phone = await signInProved(site, { ...(await repeatSignIn(site, account)), proof })
  expect(phone.isSecured, 'the desk is signed out, as it may be somebody else’s').toBe(true)
  expect([await isAlive(site, desk), await isAlive(site, phone.cookie)]).toEqual([false, true])
  expect(await canSignIn(site, account.email, account.password)).toBe(true)
})

test('a new person by link or Google is proved at once, without a second sign-in', async ({ site }) => {
  const email = newMailbox()
  const { nonce, code } = await requestLink(site, email)
  expect(await codeOf(await postProof(site, nonce, { email }))).toEqual([200, 'sign-in-needed'])
  const link = await signInByCode(site, email, code)
  const byLink = await signInProved(
    site,
    { ...link, proof: nonce },
    { [createdHereHeader]: createdHash(link.userId) },
  )
  expect([byLink.isSecured, await mayAddPasskeys(site, link, byLink.cookie)]).toEqual([false, true])
  const google = await createProviderAccount(site, 'google.com', { email: newMailbox() })
  const cookie = sessionCookieOf(
    await postToken(site, google.idToken, { [createdHereHeader]: createdHash(google.userId) }),
  ).value
  expect(await mayAddPasskeys(site, google, cookie)).toBe(true)
})

test('who signs in by GitHub has to verify the address for passkeys, by X without an address not', async ({
  site,
}) => {
  const github = await createProviderAccount(site, 'github.com', { email: newMailbox() })
  const first = sessionCookieOf(await postToken(site, github.idToken)).value
  expect(await mayAddPasskeys(site, github, first)).toBe(false)
  const x = await createProviderAccount(site, 'twitter.com', {})
  const cookie = sessionCookieOf(await postToken(site, x.idToken)).value
  expect(await mayAddPasskeys(site, x, cookie)).toBe(true)
})

test('a reset after years keeps the passkeys of a proved account', async ({ site }) => {
  const account = await createProvedAccount(site)
  await addKey({ site, account, cookie: account.cookie })
  const proof = await resetPassword(site, account.email, 'a new one')
  const again = await repeatSignIn(site, { ...account, password: 'a new one' })
  const { cookie, isSecured } = await signInProved(site, { ...again, proof })
  expect(isSecured).toBe(false)
  expect((await listPasskeys({ site, account, cookie })).passkeys).toHaveLength(1)
})

test('a change of address that was announced keeps the passkeys, wherever its mail is pressed', async ({
  site,
}) => {
  const account = await createProvedAccount(site)
  const key = await addKey({ site, account, cookie: account.cookie })
  const email = newMailbox()
  const proof = await changeAsAnnounced(site, account, { cookie: account.cookie, email })
  expect((await sendAssertion(site, await signSignIn(site, key))).status, 'at once').toBe(200)
  const again = await repeatSignIn(site, { email, password: account.password })
  const signedIn = await signInProved(site, { ...again, proof })
  expect(signedIn.isSecured).toBe(false)
  expect((await listPasskeys({ site, account, cookie: signedIn.cookie })).passkeys).toHaveLength(1)
  expect(await canSignIn(site, email, account.password)).toBe(true)
})

test('a recovery of an address changed past this site keeps the account, not its password or passkeys', async ({
  site,
}) => {
  const account = await createProvedAccount(site)
  const key = await addKey({ site, account, cookie: account.cookie })
  const { userId } = await personOf(site, account.cookie)
  await callEmulator(site, 'accounts:update', { idToken: account.idToken, email: newMailbox() })
  const { proof } = await pressMail(site, account.email, 'RECOVER_EMAIL')
  const secured = await postProof(site, proof)
  expect(await codeOf(secured.clone())).toEqual([409, 'account-secured'])
  const { cookie } = await signInSecured(site, secured, { email: account.email })
  expect((await personOf(site, cookie)).userId).toBe(userId)
  expect(await canSignIn(site, account.email, account.password)).toBe(false)
  expect((await sendAssertion(site, await signSignIn(site, key))).status).toBe(401)
})

test('a session from before the second factor adds no passkey, which would count for both', async ({
  site,
}) => {
  const account = await createProvedAccount(site)
  await enrollPhones(site, account, [newPhone()])
  const visitor = { site, account, cookie: account.cookie }
  const refused = await requestCreation(visitor)
  expect([refused.status, (await refused.json()).code]).toEqual([403, 'recent-sign-in-needed'])
})
