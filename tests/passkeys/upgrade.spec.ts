/** The first passkey, which a password manager adds right after a sign-in by password (conditional create). */
import { newUserHeader } from '@/lib/session/address-proof'
import { createProviderAccount } from '../support/accounts'
import { register } from '../support/authenticator'
import { expect, siteTest as test } from '../support/fixtures'
import {
  addKey,
  listPasskeys,
  originOf,
  outcome,
  refused,
  registrationChallenge,
  requestCreation,
  sendAssertion,
  sendRegistration,
  signInVisitor,
  signInWithKey,
  signSignIn,
} from '../support/passkeys'
import { postToken, sessionCookieOf } from '../support/requests'

const unasked = { isPresent: false, isVerified: false }

test('it is created without a prompt, and signs in only with user verification', async ({ site }) => {
  const who = await signInVisitor(site)
  const challenge = await registrationChallenge(who, 'upgrade')
  expect(challenge.options.authenticatorSelection).toMatchObject({ userVerification: 'preferred' })
  const { key, credential } = register(challenge, originOf(site), unasked)
  expect((await sendRegistration(who, credential, 'upgrade')).status).toBe(201)
  expect((await listPasskeys(who)).passkeys).toHaveLength(1)
  const added = () => site.records().filter(({ event }) => event === 'passkey.added')
  await expect.poll(() => added().at(-1)).toMatchObject({ purpose: 'upgrade', userId: who.account.userId })

  const sign = async (overrides: { isVerified?: boolean }) =>
    sendAssertion(site, await signSignIn(site, key, overrides))
  expect(await outcome(site, sign({ isVerified: false }))).toEqual(refused(403, 'passkey-not-verified'))
  expect((await sign({})).status).toBe(200)
})

test('its challenge and that of a registration aren’t interchangeable', async ({ site }) => {
  const who = await signInVisitor(site)
  for (const [made, used] of [
    ['registration', 'upgrade'],
    ['upgrade', 'registration'],
  ] as const) {
    const { credential } = register(await registrationChallenge(who, made), originOf(site), unasked)
    expect(await outcome(site, sendRegistration(who, credential, used))).toEqual(
      refused(410, 'passkey-challenge-expired', 'other purpose'),
    )
  }
})

test('it is for users without a passkey, and only after a sign-in by password', async ({ site }) => {
  const who = await signInVisitor(site)
  const key = await addKey(who)
  expect(await outcome(site, requestCreation(who, 'upgrade'))).toEqual(
    refused(409, 'passkey-exists', 'has one'),
  )
  const byPasskey = await signInWithKey(site, key)
  const account = await createProviderAccount(site, 'google.com')
  for (const [user, idToken] of [
    [who.account, byPasskey],
    [account, account.idToken],
  ] as const) {
    const cookie = sessionCookieOf(await postToken(site, idToken, { [newUserHeader]: '1' })).value
    expect(await outcome(site, requestCreation({ site, cookie, account: user }, 'upgrade'))).toEqual(
      refused(403, 'recent-sign-in-needed', 'not by password'),
    )
  }
})
