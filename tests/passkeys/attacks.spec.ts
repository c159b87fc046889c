/** Forged or misused responses of an authenticator are refused and logged. */
import { disableAccount, removeAccount } from '../support/accounts'
import { type Overrides, register, type SoftKey, signAssertion } from '../support/authenticator'
import { expect } from '../support/fixtures'
import { createKeyPair } from '../support/key-pair'
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
  signSignIn,
  stepUpChallenge,
  proxiedTest as test,
} from '../support/passkeys'

const wrongOrigin = refused(400, 'passkey-wrong-origin', /^origin /)
const otherPerson = refused(401, 'passkey-refused', 'other person')

/** What is wrong with a signed sign-in, and how it is refused. */
const forgeries: [name: string, Overrides, ReturnType<typeof refused>][] = [
  ['a foreign origin', { origin: 'https://evil.example' }, wrongOrigin],
  ['the site’s address', { origin: 'http://127.0.0.1' }, wrongOrigin],
  ['a frame elsewhere', { crossOrigin: true }, wrongOrigin],
  ['a foreign RP ID', { rpId: 'evil.example' }, refused(401, 'passkey-refused', /RP ID/i)],
  ['the wrong type', { type: 'webauthn.create' }, refused(400, 'passkey-malformed', 'type')],
  ['a made-up challenge', { challenge: 'AAAA' }, refused(410, 'passkey-challenge-expired', 'unknown')],
  ['another key', { signWith: createKeyPair('ec').privateKey }, refused(401, 'passkey-refused', 'signature')],
  ['an unknown passkey', { credentialId: 'AAAA' }, refused(401, 'passkey-refused', 'unknown passkey')],
  ['no handle', { userHandle: null }, otherPerson],
  ['another handle', { userHandle: 'AAAA' }, otherPerson],
  ['no user verification', { isVerified: false }, refused(403, 'passkey-not-verified')],
  ['nobody present', { isPresent: false }, refused(401, 'passkey-refused', /not present/)],
]

const usedUp = (reason: string) => refused(410, 'passkey-challenge-expired', reason)

test.describe('a sign-in by passkey', () => {
  test('is refused with a forgery, or with any part changed after it was signed', async ({ site }) => {
    const key = await addKey(await signInVisitor(site))
    for (const [name, overrides, expected] of forgeries) {
      const credential = await signSignIn(site, key, overrides)
      expect(await outcome(site, sendAssertion(site, credential)), name).toEqual(expected)
    }
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
      const credential = await signSignIn(site, key)
      const bytes = Buffer.from(credential.response[part], 'base64url')
      const changed = Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])])
      // Client data with a space is the same JSON.
      const spaced = Buffer.concat([bytes, Buffer.from(' ')])
      credential.response[part] = (part === 'clientDataJSON' ? spaced : changed).toString('base64url')
      const found = await outcome(site, sendAssertion(site, credential))
      expect(found, part).toMatchObject({ status: 401, code: 'passkey-refused' })
    }
  })

  test('is good once: not a second time, however it is written, and not for ten at once', async ({
    site,
  }) => {
    const key = await addKey(await signInVisitor(site))
    const first = await signSignIn(site, key)
    expect((await sendAssertion(site, first)).status).toBe(200)
    expect(await outcome(site, sendAssertion(site, first))).toEqual(usedUp('used challenge'))
    const options = await signInChallenge(site)
    const { challenge } = options.options
    const answer = (overrides: Overrides = {}) =>
      sendAssertion(site, signAssertion(key, options, originOf(site), overrides))
    for (const written of [`${challenge}=`, ` ${challenge}`, `${challenge}AA`])
      expect(await outcome(site, answer({ challenge: written }))).toEqual(usedUp('unknown challenge'))
    // Somebody else's wrong answer doesn't use it up.
    expect((await answer({ signWith: createKeyPair('ec').privateKey })).status).toBe(401)
    expect((await answer()).status).toBe(200)
    expect((await answer()).status).toBe(410)
    const raced = await signSignIn(site, key)
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendAssertion(site, raced)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('with a challenge of another purpose is refused, each for each', async ({ site }) => {
    const who = await signInVisitor(site)
    const key = await addKey(who)
    const origin = originOf(site)
    const { challenge } = (await registrationChallenge(who)).options
    const steppingUp = { cookie: who.cookie, purpose: 'step-up' }
    const forSignIn = { challenge: (await signInChallenge(site)).options.challenge }
    const { credential } = register(await registrationChallenge(who), origin, forSignIn)
    const misused = [
      async () => sendAssertion(site, signAssertion(key, await stepUpChallenge(who), origin)),
      async () => sendAssertion(site, signAssertion(key, { options: { challenge } }, origin)),
      async () => sendAssertion(site, await signSignIn(site, key), steppingUp),
      async () => sendRegistration(who, credential),
    ]
    for (const send of misused) expect(await outcome(site, send())).toEqual(usedUp('other purpose'))
  })

  test('whose counter went back is refused; one that stays at 0 never is', async ({ site }) => {
    const who = await signInVisitor(site)
    const inDevice = { isBackupEligible: false, isBackedUp: false }
    const [counting, uncounted] = [
      await addKey(who, { ...inDevice, counter: 5 }),
      await addKey(who, inDevice),
    ]
    const signIn = async (key: SoftKey, counter: number) =>
      sendAssertion(site, await signSignIn(site, key, { ...inDevice, counter }))
    for (let n = 0; n < 3; n++) expect((await signIn(uncounted, 0)).status).toBe(200)
    expect((await signIn(counting, 6)).status).toBe(200)
    const wentBack = refused(401, 'passkey-refused', 'counter')
    for (const counter of [6, 5, 0]) expect(await outcome(site, signIn(counting, counter))).toEqual(wentBack)
    expect((await signIn(counting, 7)).status).toBe(200)
  })

  test('of a synced passkey whose counter went back is logged, and the next one as usual', async ({
    site,
  }) => {
    const key = await addKey(await signInVisitor(site), { counter: 5 })
    for (let n = 0; n < 2; n++)
      expect((await sendAssertion(site, await signSignIn(site, key, { counter: 0 }))).status).toBe(200)
    const accepted = () =>
      site.records().filter(({ event, reason }) => event === 'passkey.accepted' && reason)
    await expect.poll(accepted).toMatchObject([{ level: 'warn', reason: 'counter' }])
  })

  test('continues when the authenticator starts or stops to sync, unless its flags contradict', async ({
    site,
  }) => {
    const key = await addKey(await signInVisitor(site), { isBackupEligible: false, isBackedUp: false })
    for (const [isBackupEligible, isBackedUp, status] of [
      [true, false, 200],
      [true, true, 200],
      [false, false, 200],
      [false, true, 401],
    ] as const) {
      const credential = await signSignIn(site, key, { isBackupEligible, isBackedUp })
      expect((await sendAssertion(site, credential)).status).toBe(status)
    }
  })

  test('of a disabled or deleted user gives no token, and a stranger learns of neither', async ({ site }) => {
    const [disabled, deleted] = [await signInVisitor(site), await signInVisitor(site)]
    const [first, second] = [await addKey(disabled), await addKey(deleted)]
    await disableAccount(site, disabled.account.userId)
    await removeAccount(site, deleted.account.userId)
    const signIn = async (key: SoftKey, overrides: Overrides = {}) =>
      outcome(site, sendAssertion(site, await signSignIn(site, key, overrides)))
    expect(await signIn(first)).toEqual(refused(403, 'user-disabled'))
    expect(await signIn(second)).toEqual(refused(401, 'passkey-refused', 'user deleted'))
    for (const key of [first, second]) {
      const forged = await signIn(key, { signWith: createKeyPair('ec').privateKey })
      expect(forged).toMatchObject({ status: 401, code: 'passkey-refused' })
    }
  })
})
