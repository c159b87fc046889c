/** Each answer that isn't what was asked for, from the one who was asked, is refused, and the log says so. */
import { disableAccount, removeAccount } from '../support/accounts'
import { assert, type Lie, newKeyPair, register, type SoftKey } from '../support/authenticator'
import { expect } from '../support/fixtures'
import {
  addKey,
  newAddress,
  originOf,
  registrationChallenge,
  send,
  sendAssertion,
  sendRegistration,
  signInChallenge,
  stepUpChallenge,
  proxiedTest as test,
  visit,
} from '../support/passkeys'
import type { Site } from '../support/site'

/** The answer, and the line that it left. */
async function outcome(site: Site, answer: Promise<Response>) {
  const before = site.records().length
  const response = await answer
  const text = await response.text()
  const { code } = JSON.parse(text || '{}')
  // Nothing of the settings, no stack.
  expect(text.length).toBeLessThan(100)
  const found = () =>
    site
      .records()
      .slice(before)
      .find(({ event }) => /^passkey\.(refused|limited)/.test(String(event)))
  await expect.poll(found, { timeout: 5_000 }).toBeTruthy()
  const { level, event, reason } = found() ?? {}
  return { status: response.status, code, level, event, reason }
}

const refused = (status: number, code: string, reason: string | RegExp = code) => ({
  ...{ status, code, level: 'warn', event: 'passkey.refused' },
  reason: expect.stringMatching(reason),
})

/** A lie about a sign-in, and what comes of it. */
const lies: [name: string, lie: (key: SoftKey) => Lie, ReturnType<typeof refused>][] = [
  [
    'a foreign origin',
    () => ({ origin: 'https://evil.example' }),
    refused(400, 'passkey-wrong-origin', /^origin /),
  ],
  [
    'the site’s address',
    () => ({ origin: 'http://127.0.0.1' }),
    refused(400, 'passkey-wrong-origin', /^origin /),
  ],
  ['a frame elsewhere', () => ({ crossOrigin: true }), refused(400, 'passkey-wrong-origin', /^origin /)],
  ['a foreign RP ID', () => ({ rpId: 'evil.example' }), refused(401, 'passkey-refused', /RP ID/i)],
  ['the wrong type', () => ({ type: 'webauthn.create' }), refused(400, 'passkey-malformed', 'type')],
  [
    'a made-up challenge',
    () => ({ challenge: 'AAAA' }),
    refused(410, 'passkey-challenge-expired', 'unknown'),
  ],
  [
    'another key',
    () => ({ signWith: newKeyPair().privateKey }),
    refused(401, 'passkey-refused', 'signature'),
  ],
  [
    'an unknown passkey',
    () => ({ credentialId: 'AAAA' }),
    refused(401, 'passkey-refused', 'unknown passkey'),
  ],
  ['no handle', () => ({ userHandle: null }), refused(401, 'passkey-refused', 'other person')],
  ['another handle', () => ({ userHandle: 'AAAA' }), refused(401, 'passkey-refused', 'other person')],
  ['no user verification', () => ({ isVerified: false }), refused(403, 'passkey-not-verified')],
  ['nobody present', () => ({ isPresent: false }), refused(401, 'passkey-refused', /not present/)],
]

test.describe('a sign-in by passkey', () => {
  for (const [name, lie, expected] of lies)
    test(`with ${name} is refused`, async ({ site }) => {
      const key = await addKey(await visit(site))
      const credential = assert(key, await signInChallenge(site), originOf(site), lie(key))
      expect(await outcome(site, sendAssertion(site, credential))).toEqual(expected)
    })

  for (const part of ['clientDataJSON', 'authenticatorData', 'signature'] as const)
    test(`with a changed ${part} is refused`, async ({ site }) => {
      const key = await addKey(await visit(site))
      const credential = assert(key, await signInChallenge(site), originOf(site))
      const bytes = Buffer.from(credential.response[part], 'base64url')
      // To JSON, client data with a space are the same.
      const changed = Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])])
      const spaced = Buffer.concat([bytes, Buffer.from(' ')])
      credential.response[part] = (part === 'clientDataJSON' ? spaced : changed).toString('base64url')
      expect(await outcome(site, sendAssertion(site, credential))).toMatchObject({
        status: 401,
        code: 'passkey-refused',
      })
    })

  test('is good once: not a second time, not after a refusal, not for ten at once', async ({ site }) => {
    const key = await addKey(await visit(site))
    const first = assert(key, await signInChallenge(site), originOf(site))
    expect((await sendAssertion(site, first)).status).toBe(200)
    expect(await outcome(site, sendAssertion(site, first))).toEqual(
      refused(410, 'passkey-challenge-expired', 'unknown challenge'),
    )
    const options = await signInChallenge(site)
    const wrong = assert(key, options, originOf(site), { signWith: newKeyPair().privateKey })
    expect((await sendAssertion(site, wrong)).status).toBe(401)
    expect((await sendAssertion(site, assert(key, options, originOf(site)))).status).toBe(410)
    const raced = assert(key, await signInChallenge(site), originOf(site))
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendAssertion(site, raced)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('with a challenge of another purpose is refused, each for each', async ({ site }) => {
    const who = await visit(site)
    const key = await addKey(who)
    const origin = originOf(site)
    const forStepUp = assert(key, await stepUpChallenge(who), origin)
    const expected = refused(410, 'passkey-challenge-expired', 'other purpose')
    expect(await outcome(site, sendAssertion(site, forStepUp))).toEqual(expected)
    const { options } = await registrationChallenge(who)
    const forRegistration = assert(key, { options: { challenge: options.challenge } }, origin)
    expect(await outcome(site, sendAssertion(site, forRegistration))).toEqual(expected)
    const forSignIn = assert(key, await signInChallenge(site), origin)
    const steppingUp = { cookie: who.cookie, purpose: 'step-up' }
    expect(await outcome(site, sendAssertion(site, forSignIn, steppingUp))).toEqual(expected)
    const { credential } = register(await registrationChallenge(who), origin, {
      challenge: (await signInChallenge(site)).options.challenge,
    })
    expect(await outcome(site, sendRegistration(who, credential))).toEqual(expected)
  })

  test('whose counter went back is refused; one that stays at 0 never is', async ({ site }) => {
    const who = await visit(site)
    const [counting, uncounted] = [await addKey(who, { counter: 5 }), await addKey(who)]
    const signIn = async (key: SoftKey, counter: number) =>
      sendAssertion(site, assert(key, await signInChallenge(site), originOf(site), { counter }))
    for (let n = 0; n < 3; n++) expect((await signIn(uncounted, 0)).status).toBe(200)
    expect((await signIn(counting, 6)).status).toBe(200)
    for (const counter of [6, 5, 0])
      expect(await outcome(site, signIn(counting, counter))).toEqual(
        refused(401, 'passkey-refused', 'counter'),
      )
    expect((await signIn(counting, 7)).status).toBe(200)
  })

  test('goes on when the authenticator begins or ceases to sync, but for what cannot be', async ({
    site,
  }) => {
    const key = await addKey(await visit(site), { isBackupEligible: false, isBackedUp: false })
    const flags: [Lie, number][] = [
      [{ isBackupEligible: true, isBackedUp: false }, 200],
      [{ isBackupEligible: true, isBackedUp: true }, 200],
      [{ isBackupEligible: false, isBackedUp: false }, 200],
      [{ isBackupEligible: false, isBackedUp: true }, 401],
    ]
    for (const [lie, status] of flags) {
      const credential = assert(key, await signInChallenge(site), originOf(site), lie)
      expect((await sendAssertion(site, credential)).status).toBe(status)
    }
  })

  test('of somebody disabled or deleted gives no token, and a stranger learns of neither', async ({
    site,
  }) => {
    const [disabled, deleted] = [await visit(site), await visit(site)]
    const keys = [await addKey(disabled), await addKey(deleted)]
    await disableAccount(site, disabled.account.userId)
    await removeAccount(site, deleted.account.userId)
    const signIn = async (key: SoftKey | undefined) =>
      key && sendAssertion(site, assert(key, await signInChallenge(site), originOf(site)))
    const found = async (n: number) => outcome(site, signIn(keys[n]) as Promise<Response>)
    expect(await found(0)).toEqual(refused(403, 'user-disabled'))
    expect(await found(1)).toEqual(refused(401, 'passkey-refused', 'user deleted'))
    // A stranger who hasn't the key learns neither.
    for (const key of keys) {
      const signWith = newKeyPair().privateKey
      const credential = assert(key, await signInChallenge(site), originOf(site), { signWith })
      expect(await outcome(site, sendAssertion(site, credential))).toMatchObject({
        status: 401,
        code: 'passkey-refused',
      })
    }
  })
})

test('a step-up takes the person’s own passkeys alone, and only with their session', async ({ site }) => {
  const [ada, bob] = [await visit(site), await visit(site)]
  const [hers, his] = [await addKey(ada), await addKey(bob)]
  const origin = originOf(site)
  const stepUp = { cookie: ada.cookie, purpose: 'step-up' }
  expect(
    await outcome(site, sendAssertion(site, assert(his, await stepUpChallenge(ada), origin), stepUp)),
  ).toEqual(refused(401, 'passkey-refused', 'other person'))
  // Bob's challenge, even if she answers it.
  expect(
    await outcome(site, sendAssertion(site, assert(hers, await stepUpChallenge(bob), origin), stepUp)),
  ).toEqual(refused(410, 'passkey-challenge-expired', 'other person'))
  const without = sendAssertion(site, assert(hers, await stepUpChallenge(ada), origin), {
    purpose: 'step-up',
  })
  expect(await outcome(site, without)).toEqual(refused(401, 'no-session'))
  const asOther = { purpose: 'step-up', userId: bob.account.userId }
  const askedAsOther = send(site, '/api/passkeys/options', { cookie: ada.cookie, body: asOther })
  expect(await outcome(site, askedAsOther)).toEqual(refused(401, 'other-user'))
  const good = assert(hers, await stepUpChallenge(ada), origin, { userHandle: null })
  expect((await sendAssertion(site, good, stepUp)).status).toBe(200)
})

const wrongRegistrations: [string, Lie, ReturnType<typeof refused>][] = [
  ['a foreign origin', { origin: 'https://evil.example' }, refused(400, 'passkey-wrong-origin', /^origin/)],
  ['a foreign RP ID', { rpId: 'evil.example' }, refused(400, 'passkey-malformed', /RP ID/i)],
  ['the wrong type', { type: 'webauthn.get' }, refused(400, 'passkey-malformed', 'type')],
  ['no user verification', { isVerified: false }, refused(403, 'passkey-not-verified')],
]

for (const [name, lie, expected] of wrongRegistrations)
  test(`a passkey is not added with ${name}`, async ({ site }) => {
    const who = await visit(site)
    const { credential } = register(await registrationChallenge(who), originOf(site), lie)
    expect(await outcome(site, sendRegistration(who, credential))).toEqual(expected)
  })

test('nobody adds another person’s passkey, or to another person’s account', async ({ site }) => {
  const [ada, bob] = [await visit(site), await visit(site)]
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

test('what is no answer at all is refused, however it is broken', async ({ site }) => {
  const key = await addKey(await visit(site))
  const good = assert(key, await signInChallenge(site), originOf(site))
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
  const key = await addKey(await visit(site))
  const good = () => signInChallenge(site).then((options) => assert(key, options, originOf(site)))
  const forged = assert(key, await signInChallenge(site), originOf(site))
  const token = (credential: unknown) =>
    send(site, '/api/passkeys/token', { headers, body: { purpose: 'sign-in', credential } })
  for (let n = 0; n < 60; n++) expect([200, 410]).toContain((await token(forged)).status)
  const over = await token(forged)
  const limited = over.status === 410 ? await token(forged) : over
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await token(await good())).status).toBe(200)
  // Who has a session is counted by it.
  const { cookie } = await visit(site)
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
