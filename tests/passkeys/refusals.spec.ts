/** Other attacks: confirming as another user, adding another user's passkey, an old session, invalid bodies, floods. */

import { oldSignInCookie } from '../support/accounts'
import { queryDatabase } from '../support/database/rows'
import { expect } from '../support/fixtures'
import { signInVisitor, type Visitor } from '../support/mails'

import { type Overrides, register, type SoftKey, signAssertion } from './authenticator'
import {
  addKey,
  listPasskeys,
  newAddress,
  originOf,
  outcome,
  refused,
  registrationChallenge,
  requestCreation,
  send,
  sendAssertion,
  sendRegistration,
  signSignIn,
  stepUpChallenge,
  proxiedTest as test,
} from './requests'

const expired = (reason: string | RegExp) => refused(410, 'passkey-challenge-expired', reason)

test('a step-up takes the person’s own passkeys alone, and only with their session', async ({ site }) => {
  const [ada, bob] = [await signInVisitor(site), await signInVisitor(site)]
  const [hers, his] = [await addKey(ada), await addKey(bob)]
  const stepUp = { cookie: ada.cookie, purpose: 'step-up' }
  const sign = async (key: SoftKey, visitor: Visitor, overrides: Overrides = {}) =>
    signAssertion(key, await stepUpChallenge(visitor), originOf(site), overrides)
  const confirm = async (credential: unknown, options: object = stepUp) =>
    outcome(site, sendAssertion(site, credential, options))
  expect(await confirm(await sign(his, ada))).toEqual(refused(401, 'passkey-refused', 'other person'))
  // Bob's challenge, even if she answers it.
  expect(await confirm(await sign(hers, bob))).toEqual(expired('other person'))
  expect(await confirm(await sign(hers, ada), { purpose: 'step-up' })).toEqual(refused(401, 'no-session'))
  const body = { purpose: 'step-up', userId: bob.account.userId }
  const asBob = send(site, '/api/passkeys/options', { cookie: ada.cookie, body })
  expect(await outcome(site, asBob)).toEqual(refused(401, 'other-user'))
  const good = await sign(hers, ada, { userHandle: null })
  expect((await sendAssertion(site, good, stepUp)).status).toBe(200)
})

test('a passkey is not added from elsewhere, by the wrong call or without user verification', async ({
  site,
}) => {
  const who = await signInVisitor(site)
  for (const [overrides, expected] of [
    [{ origin: 'https://evil.example' }, refused(400, 'passkey-wrong-origin', /^origin/)],
    [{ rpId: 'evil.example' }, refused(400, 'passkey-malformed', /RP ID/i)],
    [{ type: 'webauthn.get' }, refused(400, 'passkey-malformed', 'type')],
    [{ y: new Uint8Array(32).fill(2) }, refused(400, 'passkey-malformed', 'public key')],
    [{ isVerified: false }, refused(403, 'passkey-not-verified')],
  ] as const) {
    const { credential } = register(await registrationChallenge(who), originOf(site), overrides)
    expect(await outcome(site, sendRegistration(who, credential))).toEqual(expected)
  }
})

test('nobody adds another person’s passkey, or to another person’s account', async ({ site }) => {
  const [ada, bob] = [await signInVisitor(site), await signInVisitor(site)]
  const add = (who: Visitor, credential: unknown) => outcome(site, sendRegistration(who, credential))
  const hers = register(await registrationChallenge(bob), originOf(site), { key: await addKey(ada) })
  expect(await add(bob, hers.credential)).toEqual(refused(409, 'passkey-exists'))
  const { credential } = register(await registrationChallenge(ada), originOf(site))
  expect(await add(bob, credential)).toEqual(expired('other person'))
  expect(await add({ ...ada, account: bob.account }, credential)).toEqual(refused(401, 'other-user'))
})

test('a malformed body is refused, and its challenge stays good', async ({ site }) => {
  const good = await signSignIn(site, await addKey(await signInVisitor(site)))
  const { response } = good
  const bodies: unknown[] = [
    ...['', '{', 'null', '[]', { purpose: 'sign-in' }, { purpose: 'registration', credential: good }],
    { purpose: 'sign-in', credential: { ...good, id: '../..' } },
    { purpose: 'sign-in', credential: { ...good, type: 'password' } },
    { purpose: 'sign-in', credential: { ...good, response: { ...response, clientDataJSON: 'AAAA' } } },
    { purpose: 'sign-in', credential: { ...good, response: { ...response, signature: 7 } } },
  ]
  const sendBody = (body: unknown) => outcome(site, send(site, '/api/passkeys/token', { body }))
  for (const body of bodies)
    expect(await sendBody(body)).toMatchObject({ status: 400, code: 'passkey-malformed' })
  const large = await sendBody({ purpose: 'sign-in', rest: 'x'.repeat(40_000) })
  expect(large).toMatchObject({ status: 413, code: 'body-too-large' })
  expect((await sendAssertion(site, good)).status).toBe(200)
})

test('at an IP address, where no browser has passkeys, there is no challenge', async ({ site }) => {
  const init = { method: 'POST', body: '{"purpose":"sign-in"}' }
  const options = outcome(site, fetch(`${site.url}/api/passkeys/options`, init))
  expect(await options).toMatchObject({ status: 400, code: 'passkey-wrong-origin' })
})

test('invalid responses cost only their sender', async ({ site }) => {
  test.setTimeout(60_000)
  const headers = { 'x-forwarded-for': newAddress() }
  const key = await addKey(await signInVisitor(site))
  const forged = await signSignIn(site, key)
  const sendToken = (credential: unknown, cookie?: string) =>
    send(site, '/api/passkeys/token', {
      ...{ headers, body: { purpose: 'sign-in', credential } },
      ...(cookie !== undefined && { cookie }),
    })
  for (let n = 0; n < 61; n++) expect([200, 410]).toContain((await sendToken(forged)).status)
  const limited = await sendToken(forged)
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await sendToken(await signSignIn(site, key))).status).toBe(200)
  // Counted per user within a session.
  expect((await sendToken(forged, (await signInVisitor(site)).cookie)).status).toBe(410)
  const limitedLines = () => site.records().filter(({ event }) => event === 'passkey.limited')
  await expect.poll(limitedLines).toMatchObject([{ code: 'passkey-challenge-expired' }])
})

test('a flood of challenges stores nothing and stops nobody', async ({ site }) => {
  test.setTimeout(60_000)
  const headers = { 'x-forwarded-for': newAddress() }
  const key = await addKey(await signInVisitor(site))
  const countRows = () =>
    queryDatabase(
      site.databaseUrl,
      `select (select count(*) from used_values) + (select count(*) from challenges) as count`,
    )
  const before = await countRows()
  const ask = () => send(site, '/api/passkeys/options', { headers, body: { purpose: 'sign-in' } })
  for (let n = 0; n < 38; n++)
    for (const { status } of await Promise.all(Array.from({ length: 8 }, ask))) expect(status).toBe(200)
  // Nor do answers that don't verify.
  const wrong = await signSignIn(site, key, { credentialId: 'AAAA' })
  expect((await sendAssertion(site, wrong)).status).toBe(401)
  expect(await countRows()).toEqual(before)
})

test('a sign-in of ten minutes ago adds and removes no passkey, and takes off no second factor', async ({
  site,
}) => {
  const who = await signInVisitor(site)
  const { passkeyId } = await addKey(who)
  const { credential } = register(await registrationChallenge(who), originOf(site))
  const { account } = who
  const cookie = (await oldSignInCookie(site, account)).value
  const old = { site, account, cookie }
  const remove = (path: string, body?: object) => send(site, path, { method: 'DELETE', cookie, body })
  for (const attempt of [
    () => requestCreation(old),
    () => sendRegistration(old, credential),
    () => remove(`/api/passkeys/${passkeyId}`),
    () => remove('/api/account/second-factors', { userId: account.userId }),
  ])
    expect(await outcome(site, attempt())).toEqual(refused(403, 'recent-sign-in-needed'))
  expect(await listPasskeys(old)).toMatchObject({ passkeys: [{ id: passkeyId }] })
})
