/** Each answer that isn't what was asked for, from the one who was asked, is refused, and the log says so. */
import { disableAccount, removeAccount } from '../support/accounts'
import { newKeyPair, type Overrides, register, type SoftKey, signAssertion } from '../support/authenticator'
import { expect } from '../support/fixtures'
import {
  addKey,
  originOf,
  outcome,
  refused,
  registrationChallenge,
  sendAssertion,
  sendRegistration,
  signInChallenge,
  signInVisitor,
  stepUpChallenge,
  proxiedTest as test,
} from '../support/passkeys'

/** A lie about a sign-in, and what comes of it. */
const lies: [name: string, lie: (key: SoftKey) => Overrides, ReturnType<typeof refused>][] = [
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
      const key = await addKey(await signInVisitor(site))
      const credential = signAssertion(key, await signInChallenge(site), originOf(site), lie(key))
      expect(await outcome(site, sendAssertion(site, credential))).toEqual(expected)
    })

  for (const part of ['clientDataJSON', 'authenticatorData', 'signature'] as const)
    test(`with a changed ${part} is refused`, async ({ site }) => {
      const key = await addKey(await signInVisitor(site))
      const credential = signAssertion(key, await signInChallenge(site), originOf(site))
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
    const key = await addKey(await signInVisitor(site))
    const first = signAssertion(key, await signInChallenge(site), originOf(site))
    expect((await sendAssertion(site, first)).status).toBe(200)
    expect(await outcome(site, sendAssertion(site, first))).toEqual(
      refused(410, 'passkey-challenge-expired', 'unknown challenge'),
    )
    const options = await signInChallenge(site)
    const wrong = signAssertion(key, options, originOf(site), { signWith: newKeyPair().privateKey })
    expect((await sendAssertion(site, wrong)).status).toBe(401)
    expect((await sendAssertion(site, signAssertion(key, options, originOf(site)))).status).toBe(410)
    const raced = signAssertion(key, await signInChallenge(site), originOf(site))
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendAssertion(site, raced)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('with a challenge of another purpose is refused, each for each', async ({ site }) => {
    const who = await signInVisitor(site)
    const key = await addKey(who)
    const origin = originOf(site)
    const forStepUp = signAssertion(key, await stepUpChallenge(who), origin)
    const expected = refused(410, 'passkey-challenge-expired', 'other purpose')
    expect(await outcome(site, sendAssertion(site, forStepUp))).toEqual(expected)
    const { options } = await registrationChallenge(who)
    const forRegistration = signAssertion(key, { options: { challenge: options.challenge } }, origin)
    expect(await outcome(site, sendAssertion(site, forRegistration))).toEqual(expected)
    const forSignIn = signAssertion(key, await signInChallenge(site), origin)
    const steppingUp = { cookie: who.cookie, purpose: 'step-up' }
    expect(await outcome(site, sendAssertion(site, forSignIn, steppingUp))).toEqual(expected)
    const { credential } = register(await registrationChallenge(who), origin, {
      challenge: (await signInChallenge(site)).options.challenge,
    })
    expect(await outcome(site, sendRegistration(who, credential))).toEqual(expected)
  })

  test('whose counter went back is refused; one that stays at 0 never is', async ({ site }) => {
    const who = await signInVisitor(site)
    const [counting, uncounted] = [await addKey(who, { counter: 5 }), await addKey(who)]
    const signIn = async (key: SoftKey, counter: number) =>
      sendAssertion(site, signAssertion(key, await signInChallenge(site), originOf(site), { counter }))
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
    const key = await addKey(await signInVisitor(site), { isBackupEligible: false, isBackedUp: false })
    const flags: [Overrides, number][] = [
      [{ isBackupEligible: true, isBackedUp: false }, 200],
      [{ isBackupEligible: true, isBackedUp: true }, 200],
      [{ isBackupEligible: false, isBackedUp: false }, 200],
      [{ isBackupEligible: false, isBackedUp: true }, 401],
    ]
    for (const [lie, status] of flags) {
      const credential = signAssertion(key, await signInChallenge(site), originOf(site), lie)
      expect((await sendAssertion(site, credential)).status).toBe(status)
    }
  })

  test('of somebody disabled or deleted gives no token, and a stranger learns of neither', async ({
    site,
  }) => {
    const [disabled, deleted] = [await signInVisitor(site), await signInVisitor(site)]
    const keys = [await addKey(disabled), await addKey(deleted)]
    await disableAccount(site, disabled.account.userId)
    await removeAccount(site, deleted.account.userId)
    const signIn = async (key: SoftKey | undefined) =>
      key && sendAssertion(site, signAssertion(key, await signInChallenge(site), originOf(site)))
    const found = async (n: number) => outcome(site, signIn(keys[n]) as Promise<Response>)
    expect(await found(0)).toEqual(refused(403, 'user-disabled'))
    expect(await found(1)).toEqual(refused(401, 'passkey-refused', 'user deleted'))
    // A stranger who hasn't the key learns neither.
    for (const key of keys) {
      const signWith = newKeyPair().privateKey
      const credential = signAssertion(key, await signInChallenge(site), originOf(site), { signWith })
      expect(await outcome(site, sendAssertion(site, credential))).toMatchObject({
        status: 401,
        code: 'passkey-refused',
      })
    }
  })
})
