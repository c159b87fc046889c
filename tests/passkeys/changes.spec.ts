/** Changes over HTTP: a passkey's name, its removal, and the second factors that it replaces. */

import { createdHereHeader } from '@/lib/session/address-proof'
import { changeAccount, createProviderAccount, repeatSignIn, signInElsewhere } from '../support/accounts'
import { expect, siteTest as test } from '../support/fixtures'
import { signInVisitor, type Visitor } from '../support/mails'

import { codeOf, createdHash, getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { register } from './authenticator'
import {
  addKey,
  idTokenFor,
  listPasskeys,
  originOf,
  registrationChallenge,
  send,
  sendAssertion,
  sendRegistration,
  signInWithKey,
  signSignIn,
} from './requests'

test('a passkey is renamed, and an empty name restores its first one', async ({ site }) => {
  const who = await signInVisitor(site)
  const { passkeyId } = await addKey(who)
  const rename = (name: unknown, cookie = who.cookie) =>
    send(site, `/api/passkeys/${passkeyId}`, { method: 'PUT', cookie, body: { name } })
  for (const [typed, name] of [
    ['  Laptop <b> ', 'Laptop <b>'],
    ['', 'Passkey'],
  ])
    expect((await (await rename(typed)).json()).passkey).toMatchObject({ id: passkeyId, name })
  for (const wrong of ['x'.repeat(61), 7, 'a\u0000b']) expect((await rename(wrong)).status).toBe(400)
  const other = await signInVisitor(site)
  expect(await (await rename('Mine', other.cookie)).json()).toEqual({ code: 'passkey-gone' })
})

test('removing one ends all other sessions, and is nobody else’s to do', async ({ site }) => {
  const [who, other] = [await signInVisitor(site), await signInVisitor(site)]
  const { passkeyId, ...key } = await addKey(who)
  const custom = await signInWithKey(site, key)
  const elsewhere = await signInElsewhere(site, who.account)
  const remove = (id: string, { cookie }: Visitor) =>
    send(site, `/api/passkeys/${id}`, { method: 'DELETE', cookie })
  for (const id of [passkeyId, 'nonsense']) {
    expect(await codeOf(await remove(id, other))).toEqual([404, 'passkey-gone'])
  }
  const refusedLine = () =>
    site.records().find(({ event, id }) => event === 'access.refused' && id === passkeyId)
  await expect.poll(refusedLine).toMatchObject({ userId: other.account.userId, kind: 'passkey' })

  const removed = await remove(passkeyId, who)
  expect([removed.status, await removed.json()]).toEqual([200, { rpId: 'localhost', credentialId: key.id }])
  expect(await listPasskeys(who)).toEqual({ passkeys: [], accepted: null, isAddressProved: true })
  expect(await elsewhere.isLive()).toBe(false)
  expect((await sendAssertion(site, await signSignIn(site, key))).status).toBe(401)
  // An earlier token, which Firebase accepts for an hour.
  expect(await (await postToken(site, custom)).json()).toEqual({ code: 'credential-removed' })
  expect((await remove(passkeyId, who)).status).toBe(404)
})

test('the last sign-in method stays', async ({ site }) => {
  const account = await createProviderAccount(site, 'google.com')
  const isNew = { [createdHereHeader]: createdHash(account.userId) }
  const cookie = sessionCookieOf(await postToken(site, account.idToken, isNew)).value
  const who = { site, account, cookie }
  const keys = [await addKey(who), await addKey(who)]
  // As the SDK does in the browser.
  await changeAccount(site, account.userId, { deleteProvider: ['google.com'] })
  const remove = (n: number) =>
    send(site, `/api/passkeys/${keys[n]?.passkeyId}`, { method: 'DELETE', cookie })
  expect((await remove(0)).status).toBe(200)
  expect(await codeOf(await remove(1))).toEqual([409, 'last-sign-in-method'])
})

test('twenty are enough', async ({ site }) => {
  const who = await signInVisitor(site)
  for (let n = 0; n < 19; n++) await addKey(who)
  const waiting = register(await registrationChallenge(who), originOf(site))
  await addKey(who)
  expect(await codeOf(await sendRegistration(who, waiting.credential))).toEqual([409, 'too-many-passkeys'])
  const { cookie, account } = who
  const asked = { purpose: 'registration', userId: account.userId }
  expect((await send(site, '/api/passkeys/options', { cookie, body: asked })).status).toBe(409)
})

test('without a session nothing can be seen or changed', async ({ site }) => {
  const asked: [string, string, unknown?][] = [
    ['GET', '/api/passkeys'],
    ['POST', '/api/passkeys', {}],
    ['POST', '/api/passkeys/options', { purpose: 'registration', userId: 'x' }],
    ['PUT', `/api/passkeys/${crypto.randomUUID()}`, { name: 'x' }],
    ['DELETE', `/api/passkeys/${crypto.randomUUID()}`],
    ['DELETE', '/api/account/second-factors', { userId: 'x' }],
  ]
  for (const [method, path, body] of asked) {
    const response = await send(site, path, { method, body })
    expect(await codeOf(response), path).toEqual([401, 'no-session'])
  }
})

test('after a sign-in by passkey the second factors can go, with all other sessions and tokens', async ({
  site,
}) => {
  const who = await signInVisitor(site)
  const key = await addKey(who)
  const factor = { mfaEnrollmentId: 'phone', phoneInfo: '+4915112345678', displayName: 'Phone' }
  await changeAccount(site, who.account.userId, { mfa: { enrollments: [factor] } })
  const { userId } = who.account
  const remove = (cookie: string, body: object = { userId }) =>
    send(site, '/api/account/second-factors', { method: 'DELETE', cookie, body })
  expect(await codeOf(await remove(who.cookie))).toEqual([403, 'passkey-session-needed'])

  const cookie = sessionCookieOf(await postToken(site, await signInWithKey(site, key))).value
  expect(await (await remove(cookie, { userId: 'somebody else' })).json()).toEqual({ code: 'other-user' })
  const idToken = await idTokenFor(site, remove(cookie))
  const renewed = await postToken(site, idToken, { cookie: `__session=${cookie}` })
  expect(renewed.status).toBe(204)
  expect((await getNotesPage(site, sessionCookieOf(renewed).value)).status).toBe(200)
  expect((await getNotesPage(site, who.cookie)).status).toBe(307)
  // The password alone signs in again.
  const repeated = await repeatSignIn(site, who.account)
  expect((await postToken(site, repeated.idToken)).status).toBe(204)
})
