/** Somebody holds another person's address before its owner comes: over HTTP, with the real emulator. */

import { callEmulator, createAccount, repeatSignIn } from '../support/accounts'
import { expect } from '../support/fixtures'
import { canSignIn, changeAddress, comeByLink, comeByReset, signInSecured } from '../support/mails'
import { codeOf, postToken, sessionCookieOf } from '../support/requests'
import { proxiedTest as test } from './requests'
import { isAlive, newMailbox, provedSquatter, squats, useGoogle, whatHolds } from './squats'

for (const [name, squat] of Object.entries(squats))
  test(`an owner who comes by a link ends it all: the squatter ${name}`, async ({ site }) => {
    const squatter = await squat(site)
    const { cookie, isSecured, account } = await comeByLink(site, squatter.email)
    expect(isSecured).toBe(true)
    expect(account.userId, 'a new user').not.toBe(squatter.userId)
    expect(await whatHolds(site, squatter, cookie)).toEqual([])
    expect(await isAlive(site, cookie)).toBe(true)
    const later = await comeByLink(site, squatter.email)
    expect(later.isSecured, 'once is enough').toBe(false)
    expect(await isAlive(site, cookie)).toBe(true)
    const secured = site.records().filter(({ event }) => event === 'account.secured')
    expect(secured.filter(({ to }) => to === account.userId)).toHaveLength(1)
  })

test('a squatter who changed to the address and renews a session frees it for its owner', async ({
  site,
}) => {
  const squatter = await provedSquatter(site)
  const email = newMailbox()
  await changeAddress(site, squatter.idToken, email)
  const { idToken } = await repeatSignIn(site, { ...squatter, email })
  const renewed = await postToken(site, idToken, { cookie: `__session=${squatter.cookie}` })
  expect(await codeOf(renewed)).toEqual([401, 'address-put-back'])
  const { cookie, isSecured, account } = await comeByLink(site, email)
  expect(isSecured).toBe(false)
  expect(account.userId, 'a user of its own').not.toBe(squatter.userId)
  expect(await whatHolds(site, { ...squatter, email, idToken }, cookie)).toEqual([])
  expect(await isAlive(site, cookie)).toBe(true)
})

test('an owner who resets the password ends it all, too, and keeps the new password', async ({ site }) => {
  const account = await createAccount(site)
  const google = await useGoogle(site, account.idToken)
  const cookie = sessionCookieOf(await postToken(site, account.idToken)).value
  const signedIn = await comeByReset(site, account.email, 'the owner’s own')
  expect(signedIn.isSecured).toBe(true)
  const squatter = { ...account, cookie, signInWithGoogle: google.signIn }
  expect(await whatHolds(site, squatter, signedIn.cookie)).toEqual([])
  expect(await isAlive(site, signedIn.cookie)).toBe(true)
  expect(await canSignIn(site, account.email, 'the owner’s own')).toBe(true)
})

test('an owner who signs in with the same address at Google ends it all, an alias proves nothing', async ({
  site,
}) => {
  const account = await createAccount(site)
  const cookie = sessionCookieOf(await postToken(site, account.idToken)).value
  const sub = crypto.randomUUID()
  const claims = { sub, email: account.email, email_verified: true }
  const postBody = `${new URLSearchParams({ providerId: 'google.com', id_token: JSON.stringify(claims) })}`
  const request = { postBody, requestUri: 'http://localhost' }
  const owner = await callEmulator(site, 'accounts:signInWithIdp', request)
  expect(owner.localId).toBe(account.userId)
  const refused = await postToken(site, owner.idToken)
  expect((await refused.clone().json()).code).toBe('account-secured')
  const secured = await signInSecured(site, refused, { email: account.email })
  expect(await whatHolds(site, { ...account, cookie }, secured.cookie)).toEqual([])
  const again = await callEmulator(site, 'accounts:signInWithIdp', request)
  expect(again.localId, 'Google signs in to the new user').toBe(secured.account.userId)
  expect((await postToken(site, again.idToken)).status).toBe(204)

  const other = await createAccount(site)
  const alias = await useGoogle(site, other.idToken)
  expect((await postToken(site, (await alias.signIn()).idToken)).status, 'no proof, no harm').toBe(204)
  expect(await canSignIn(site, other.email, other.password)).toBe(true)
})

test('a planted cookie of the squatter changes nothing for the owner', async ({ site }) => {
  const account = await createAccount(site)
  const cookie = sessionCookieOf(await postToken(site, account.idToken)).value
  const owner = await comeByLink(site, account.email, { cookie: `__session=${cookie}` })
  expect(owner.isSecured).toBe(true)
  expect(await whatHolds(site, { ...account, cookie }, owner.cookie)).toEqual([])
})
