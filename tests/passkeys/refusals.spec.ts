/** What else strangers may send: to confirm as somebody else, to add a passkey that isn't theirs, junk, and too much. */
import { type Overrides, register, signAssertion } from '../support/authenticator'
import { queryDatabase } from '../support/database/rows'
import { expect } from '../support/fixtures'
import {
  addKey,
  newAddress,
  originOf,
  outcome,
  refused,
  registrationChallenge,
  send,
  sendAssertion,
  sendRegistration,
  signInChallenge,
  signInVisitor,
  stepUpChallenge,
  proxiedTest as test,
} from '../support/passkeys'

test('a step-up takes the person’s own passkeys alone, and only with their session', async ({ site }) => {
  const [ada, bob] = [await signInVisitor(site), await signInVisitor(site)]
  const [hers, his] = [await addKey(ada), await addKey(bob)]
  const origin = originOf(site)
  const stepUp = { cookie: ada.cookie, purpose: 'step-up' }
  expect(
    await outcome(site, sendAssertion(site, signAssertion(his, await stepUpChallenge(ada), origin), stepUp)),
  ).toEqual(refused(401, 'passkey-refused', 'other person'))
  // Bob's challenge, even if she answers it.
  expect(
    await outcome(site, sendAssertion(site, signAssertion(hers, await stepUpChallenge(bob), origin), stepUp)),
  ).toEqual(refused(410, 'passkey-challenge-expired', 'other person'))
  const without = sendAssertion(site, signAssertion(hers, await stepUpChallenge(ada), origin), {
    purpose: 'step-up',
  })
  expect(await outcome(site, without)).toEqual(refused(401, 'no-session'))
  const asOther = { purpose: 'step-up', userId: bob.account.userId }
  const askedAsOther = send(site, '/api/passkeys/options', { cookie: ada.cookie, body: asOther })
  expect(await outcome(site, askedAsOther)).toEqual(refused(401, 'other-user'))
  const good = signAssertion(hers, await stepUpChallenge(ada), origin, { userHandle: null })
  expect((await sendAssertion(site, good, stepUp)).status).toBe(200)
})

const wrongRegistrations: [string, Overrides, ReturnType<typeof refused>][] = [
  ['a foreign origin', { origin: 'https://evil.example' }, refused(400, 'passkey-wrong-origin', /^origin/)],
  ['a foreign RP ID', { rpId: 'evil.example' }, refused(400, 'passkey-malformed', /RP ID/i)],
  ['the wrong type', { type: 'webauthn.get' }, refused(400, 'passkey-malformed', 'type')],
  ['no user verification', { isVerified: false }, refused(403, 'passkey-not-verified')],
]

for (const [name, lie, expected] of wrongRegistrations)
  test(`a passkey is not added with ${name}`, async ({ site }) => {
    const who = await signInVisitor(site)
    const { credential } = register(await registrationChallenge(who), originOf(site), lie)
    expect(await outcome(site, sendRegistration(who, credential))).toEqual(expected)
  })

test('nobody adds another person’s passkey, or to another person’s account', async ({ site }) => {
  const [ada, bob] = [await signInVisitor(site), await signInVisitor(site)]
  const hers = await addKey(ada)
  const again = register(await registrationChallenge(bob), originOf(site), { key: hers })
  expect(await outcome(site, sendRegistration(bob, again.credential))).toEqual(refused(409, 'passkey-exists'))
  const forAda = register(await registrationChallenge(ada), originOf(site))
  expect(await outcome(site, sendRegistration(bob, forAda.credential))).toEqual(
    refused(410, 'passkey-challenge-expired', 'other person'),
  )
  const asBob = { ...ada, account: bob.account }
  expect(await outcome(site, sendRegistration(asBob, forAda.credential))).toEqual(refused(401, 'other-user'))
})

test('a challenge lasts five minutes', async ({ site }) => {
  const key = await addKey(await signInVisitor(site))
  const { options } = await signInChallenge(site)
  const expire = `update challenges set expires_at = expires_at - interval '5 minutes' where purpose = 'sign-in'`
  await queryDatabase(site.databaseUrl, expire)
  expect(await outcome(site, sendAssertion(site, signAssertion(key, { options }, originOf(site))))).toEqual(
    refused(410, 'passkey-challenge-expired', /^expired$/),
  )
})

test('what is no answer at all is refused, however it is broken', async ({ site }) => {
  const key = await addKey(await signInVisitor(site))
  const good = signAssertion(key, await signInChallenge(site), originOf(site))
  const bodies: unknown[] = [
    ...['', '{', 'null', '[]', { purpose: 'sign-in' }, { purpose: 'registration', credential: good }],
    { purpose: 'sign-in', credential: { ...good, id: '../..' } },
    { purpose: 'sign-in', credential: { ...good, type: 'password' } },
    { purpose: 'sign-in', credential: { ...good, response: { ...good.response, clientDataJSON: 'AAAA' } } },
    { purpose: 'sign-in', credential: { ...good, response: { ...good.response, signature: 7 } } },
  ]
  for (const body of bodies)
    expect(await outcome(site, send(site, '/api/passkeys/token', { body }))).toMatchObject({
      status: 400,
      code: 'passkey-malformed',
    })
  const large = send(site, '/api/passkeys/token', { body: { purpose: 'sign-in', rest: 'x'.repeat(40_000) } })
  expect(await outcome(site, large)).toMatchObject({ status: 413, code: 'body-too-large' })
  // None of that used the challenge up.
  expect((await sendAssertion(site, good)).status).toBe(200)
})

test('another site gets nothing', async ({ site }) => {
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    const options = send(site, '/api/passkeys/options', { body: { purpose: 'sign-in' }, headers })
    expect((await options).status).toBe(403)
  }
  // No browser has passkeys at an address.
  const atAddress = fetch(`${site.url}/api/passkeys/options`, {
    method: 'POST',
    body: '{"purpose":"sign-in"}',
  })
  expect(await outcome(site, atAddress)).toMatchObject({ status: 400, code: 'passkey-wrong-origin' })
})

test('junk costs only its sender, and a flood of challenges too', async ({ site }) => {
  test.setTimeout(60_000)
  const headers = { 'x-forwarded-for': newAddress() }
  const key = await addKey(await signInVisitor(site))
  const good = () => signInChallenge(site).then((options) => signAssertion(key, options, originOf(site)))
  const forged = signAssertion(key, await signInChallenge(site), originOf(site))
  const token = (credential: unknown) =>
    send(site, '/api/passkeys/token', { headers, body: { purpose: 'sign-in', credential } })
  for (let n = 0; n < 60; n++) expect([200, 410]).toContain((await token(forged)).status)
  const over = await token(forged)
  const limited = over.status === 410 ? await token(forged) : over
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await token(await good())).status).toBe(200)
  // Who has a session is counted by it.
  const { cookie } = await signInVisitor(site)
  const body = { purpose: 'sign-in', credential: forged }
  expect((await send(site, '/api/passkeys/token', { headers, cookie, body })).status).toBe(410)

  const ask = () => send(site, '/api/passkeys/options', { headers, body: { purpose: 'sign-in' } })
  const statuses = []
  for (let n = 0; n < 38; n++)
    statuses.push(...(await Promise.all(Array.from({ length: 8 }, ask))).map(({ status }) => status))
  expect(statuses.filter((status) => status === 200)).toHaveLength(300)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  expect(await signInChallenge(site)).toHaveProperty('options.challenge')
  await expect
    .poll(() =>
      site.records().some(({ event, code }) => event === 'passkey.limited' && code === 'rate-limited'),
    )
    .toBe(true)
})
