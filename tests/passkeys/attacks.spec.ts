/** Forged or misused responses of an authenticator are refused and logged. */

import { disableAccount, removeAccount } from '../support/accounts'
import { expect } from '../support/fixtures'
import { createKeyPair } from '../support/google/certificates'

import { signInVisitor } from '../support/mails'

import { type Overrides, type SoftKey, signAssertion } from './authenticator'
import {
  addKey,
  originOf,
  outcome,
  refused,
  sendAssertion,
  signInChallenge,
  signSignIn,
  proxiedTest as test,
} from './requests'

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

  test('is good once, and a wrong answer doesn’t use it up', async ({ site }) => {
    const key = await addKey(await signInVisitor(site))
    const first = await signSignIn(site, key)
    expect((await sendAssertion(site, first)).status).toBe(200)
    expect(await outcome(site, sendAssertion(site, first))).toEqual(
      refused(410, 'passkey-challenge-expired', 'used challenge'),
    )
    const options = await signInChallenge(site)
    const answer = (overrides: Overrides = {}) =>
      sendAssertion(site, signAssertion(key, options, originOf(site), overrides))
    // Somebody else's.
    expect((await answer({ signWith: createKeyPair('ec').privateKey })).status).toBe(401)
    expect((await answer()).status).toBe(200)
    expect((await answer()).status).toBe(410)
  })

  test('whose counter went back is refused; that of a synced passkey is logged, and the next one as usual', async ({
    site,
  }) => {
    const who = await signInVisitor(site)
    const [kept, synced] = [
      await addKey(who, { isBackupEligible: false, isBackedUp: false, counter: 5 }),
      await addKey(who, { counter: 5 }),
    ]
    const again = await signSignIn(site, kept, { isBackupEligible: false, isBackedUp: false, counter: 5 })
    expect(await outcome(site, sendAssertion(site, again))).toEqual(
      refused(401, 'passkey-refused', 'counter'),
    )
    for (let n = 0; n < 2; n++)
      expect((await sendAssertion(site, await signSignIn(site, synced, { counter: 0 }))).status).toBe(200)
    const accepted = () =>
      site.records().filter(({ event, reason }) => event === 'passkey.accepted' && reason)
    await expect.poll(accepted).toMatchObject([{ level: 'warn', reason: 'counter' }])
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
