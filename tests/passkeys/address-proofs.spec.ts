/** What proves an address, and for how long; what honest people keep: over HTTP, with the real emulator. */

import { addressProofHeader, createdHereHeader, renewalHeader } from '@/lib/session/address-proof'
import {
  callEmulator,
  createAccount,
  createProviderAccount,
  postToEmulator,
  repeatSignIn,
} from '../support/accounts'
import { expect } from '../support/fixtures'
import {
  canSignIn,
  createProvedAccount,
  openLink,
  pressMail,
  requestLink,
  resetPassword,
  sendMail,
  signInProved,
  verifyAddress,
} from '../support/mails'

import { postToken, sessionCookieOf } from '../support/requests'
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

test('a link’s nonce proves its address once, for a sign-in after it, and no other address', async ({
  site,
}) => {
  const [account, other] = [await createAccount(site), await createAccount(site)]
  const { nonce } = await requestLink(site, account.email)
  const foreign = await postToken(site, other.idToken, { [addressProofHeader]: nonce })
  expect(foreign.status, 'another address: no proof, an ordinary sign-in').toBe(204)
  const owner = await openLink(site, account.email)
  expect((await signInProved(site, owner)).isSecured).toBe(true)
  const row = site.records().filter(({ event }) => event === 'account.secured').length
  const reset = await createAccount(site)
  expect((await postToken(site, reset.idToken, { [addressProofHeader]: owner.proof })).status).toBe(204)
  expect(site.records().filter(({ event }) => event === 'account.secured')).toHaveLength(row)
})

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
  const signedIn = await postToEmulator(site, 'accounts:signInWithEmailLink', {
    ...{ email: account.email, oobCode: first.code, returnSecureToken: true },
  })
  const { idToken } = await signedIn.json()
  expect((await signInProved(site, { idToken, proof: first.nonce })).isSecured).toBe(true)
})

/** Posts a fresh token of the same sign-in, as the page of the link does after the press. */
async function renewWith(
  site: Site,
  { idToken, cookie, proof }: Record<'idToken' | 'cookie' | 'proof', string>,
) {
  const headers = { cookie: `__session=${cookie}`, [renewalHeader]: '1', [addressProofHeader]: proof }
  return postToken(site, idToken, headers)
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
  const phone = await signInProved(site, { idToken: (await repeatSignIn(site, account)).idToken, proof })
  expect(phone.isSecured, 'the desk is signed out, as it may be somebody else’s').toBe(true)
  expect([await isAlive(site, desk), await isAlive(site, phone.cookie)]).toEqual([false, true])
  expect(await canSignIn(site, account.email, account.password)).toBe(true)
})

test('a new person by link or Google is proved at once, without a second sign-in', async ({ site }) => {
  const email = newMailbox()
  const link = await openLink(site, email)
  const byLink = await signInProved(site, link, { [createdHereHeader]: link.userId })
  expect([byLink.isSecured, await mayAddPasskeys(site, link, byLink.cookie)]).toEqual([false, true])
  const google = await createProviderAccount(site, 'google.com', { email: newMailbox() })
  const cookie = sessionCookieOf(
    await postToken(site, google.idToken, { [createdHereHeader]: google.userId }),
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
  const { idToken } = await repeatSignIn(site, { ...account, password: 'a new one' })
  const { cookie, isSecured } = await signInProved(site, { idToken, proof })
  expect(isSecured).toBe(false)
  expect((await listPasskeys({ site, account, cookie })).passkeys).toHaveLength(1)
})

for (const [where, isSignedIn] of [
  ['the browser that is signed in', true],
  ['a phone', false],
] as const)
  test(`a change of address pressed in ${where}: passkeys ${isSignedIn ? 'go on' : 'rest'}`, async ({
    site,
  }) => {
    const account = await createProvedAccount(site)
    const key = await addKey({ site, account, cookie: account.cookie })
    const email = newMailbox()
    const { idToken } = await repeatSignIn(site, account)
    await sendMail(site, { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: email })
    const answer = await pressMail(
      site,
      account.email,
      'VERIFY_AND_CHANGE_EMAIL',
      isSignedIn ? idToken : undefined,
    )
    const used = await sendAssertion(site, await signSignIn(site, key))
    expect(used.status).toBe(isSignedIn ? 200 : 403)
    if (!isSignedIn) expect((await used.json()).code).toBe('address-not-proved')
    const again = await repeatSignIn(site, { email, password: account.password })
    const signedIn = await signInProved(site, { idToken: again.idToken, proof: answer.proof })
    expect(signedIn.isSecured).toBe(!isSignedIn)
    expect(await canSignIn(site, email, account.password)).toBe(true)
  })

test('a recovered address needs a new proof: the person who changed it keeps nothing', async ({ site }) => {
  const account = await createProvedAccount(site)
  await callEmulator(site, 'accounts:update', { idToken: account.idToken, email: newMailbox() })
  const { proof } = await pressMail(site, account.email, 'RECOVER_EMAIL')
  const { idToken } = await repeatSignIn(site, account)
  const { isSecured, cookie } = await signInProved(site, { idToken, proof })
  expect(isSecured).toBe(true)
  expect(await canSignIn(site, account.email, account.password)).toBe(false)
  expect([await isAlive(site, account.cookie), await isAlive(site, cookie)]).toEqual([false, true])
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
