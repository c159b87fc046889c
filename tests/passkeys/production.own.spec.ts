/** Passkeys in production mode: behind a proxy with https, on two instances with one database, with signed tokens. */

import { expect } from '@playwright/test'
import { decodeJwt } from 'jose'
import { addressProofHeader } from '@/lib/session/address-proof'
import { credentialClaim } from '@/lib/session/token'
import { closeContext } from '../support/browser'
import { runCommand } from '../support/database/process'
import { nowSeconds } from '../support/google/tokens'
import { requestProof } from '../support/mails'
import { startOwnDomain } from '../support/own-domain'

import { codeOf, postToken } from '../support/requests'
import { type Site, startSite } from '../support/site'
import { signOut } from '../support/visitor'
import { test, type World } from '../support/world'
import { register, signAssertion } from './authenticator'
import { addPasskeyOn } from './page'
import {
  listPasskeys,
  registrationChallenge,
  sendAssertion,
  sendRegistration,
  signInChallenge,
} from './requests'
import { addAuthenticator } from './virtual-authenticator'

const origin = 'https://www.foyer.test'

let world: World
let first: Site
let second: Site

test.beforeAll(async ({ world: opened }) => {
  test.setTimeout(120_000)
  world = opened
  const env = { ...world.environment, SITE_URL: origin, PASSKEY_RP_ID: 'foyer.test' }
  first = await startSite({ env })
  second = await startSite({ env })
})

test.afterAll(async () => {
  await first?.stop()
  await second?.stop()
})

/** The user has proved the address. */
const prove = ({ userId, email }: { userId: string; email: string }) =>
  world.query('update accounts set address = $2, proved_at = now() where uid = $1', [userId, email])

/** A user with a passkey, requested from one instance and sent to the other. */
async function visit() {
  const person = await world.signIn()
  await prove(person)
  const account = { ...person, password: '', idToken: '', refreshToken: '' }
  const who = { site: first, cookie: person.cookie, account }
  const { key, credential } = register(await registrationChallenge(who), origin)
  const added = await sendRegistration({ ...who, site: second }, credential)
  expect(added.status).toBe(200)
  const { passkey } = (await added.json()) as { passkey: { id: string } }
  return { ...person, who, key, passkeyId: passkey.id }
}

const signIn = async ({ key }: Pick<Awaited<ReturnType<typeof visit>>, 'key'>) =>
  sendAssertion(second, signAssertion(key, await signInChallenge(first), origin))

test('the service account signs a token for a passkey, at any instance', async () => {
  const person = await visit()
  const answer = await signIn(person)
  expect(answer.status).toBe(200)
  const { customToken } = (await answer.json()) as { customToken: string }
  const account = JSON.parse(world.environment.FIREBASE_SERVICE_ACCOUNT ?? '{}')
  expect(decodeJwt(customToken)).toMatchObject({
    iss: account.client_email,
    uid: person.userId,
    claims: { [credentialClaim]: person.passkeyId },
  })
})

test('only our custom token with one of the user’s passkeys stands for a second factor', async () => {
  const person = await visit()
  const other = await visit()
  const factor = { id: 'phone', name: 'Phone', phone: '+4915112345678', enrolledAt: new Date().toISOString() }
  world.google.accounts.change(person.email, { secondFactors: [factor] })
  const statusFor = async (provider: string, passkey: unknown) => {
    const firebase = { sign_in_provider: provider }
    const token = await world.google.idToken(person.email, { firebase, [credentialClaim]: passkey })
    const answer = await postToken(first, token)
    return answer.status === 204 ? 204 : ((await answer.json()) as { code: string }).code
  }
  expect(await statusFor('custom', person.passkeyId)).toBe(204)
  expect(await statusFor('custom', other.passkeyId)).toBe('credential-removed')
  // Other claims: `passkeys/claim`.
  expect(await statusFor('password', person.passkeyId)).toBe('second-factor-required')
})

test('while the provider fails there is no token, and the challenge is used up', async () => {
  const person = await visit()
  const credential = signAssertion(person.key, await signInChallenge(first), origin)
  world.google.fail({ status: 500 }, 'adminLookup')
  expect(await codeOf(await sendAssertion(second, credential))).toEqual([503, 'provider-unavailable'])
  world.google.mend()
  expect((await sendAssertion(second, credential)).status).toBe(410)
  expect((await signIn(person)).status).toBe(200)
})

test('an owner who takes an account back from a stranger is rid of the stranger’s passkeys', async () => {
  const stranger = await visit()
  const { customToken } = (await (await signIn(stranger)).json()) as { customToken: string }
  expect(customToken).toMatch(/^ey/)
  world.google.accounts.change(stranger.email, { emailVerified: true })
  // As the stranger had it before the last release knew who has proved the address.
  await world.query('update accounts set address = null, proved_at = null where uid = $1', [stranger.userId])
  expect(await codeOf(await signIn(stranger))).toEqual([403, 'address-not-proved'])
  const mail = { requestType: 'VERIFY_EMAIL', email: stranger.email, continueUrl: '' }
  const { proof } = await (await requestProof(first, { code: world.google.writeMail(mail).oobCode })).json()
  const token = await world.google.idToken(stranger.email, { email_verified: true })
  expect((await postToken(first, token, { [addressProofHeader]: proof })).status).toBe(409)
  expect(await codeOf(await signIn(stranger))).toEqual([401, 'passkey-refused'])
  // Also a token that the stranger has kept, and such a token of the new user.
  const kept = { firebase: { sign_in_provider: 'custom' }, [credentialClaim]: stranger.passkeyId }
  const late = (changes = {}) =>
    world.google.idToken(stranger.email, { ...kept, ...changes, auth_time: nowSeconds() + 1 })
  const former = await late({ sub: stranger.userId, user_id: stranger.userId })
  expect(await codeOf(await postToken(first, former))).toEqual([401, 'auth/user-not-found'])
  expect(await codeOf(await postToken(first, await late()))).toEqual([401, 'credential-removed'])
})

test('a passkey from another RP ID is listed as not working here', async () => {
  const person = await visit()
  await world.query(`update passkeys set rp_id = 'old.example' where id = $1`, [person.passkeyId])
  expect((await listPasskeys(person.who)).passkeys).toMatchObject([{ worksHere: false }])
  expect((await signIn(person)).status).toBe(401)
})

test('an operator is shown a person’s passkeys, with nothing that controls a terminal', async () => {
  const { passkeyId, userId } = await visit()
  await world.query('update passkeys set name = $2 where id = $1', [passkeyId, '\u001b[2JMine'])
  const { output } = await runCommand('people', ['show', userId, '--reason', 'asked'], world.environment)
  expect(output).toMatch(/^Passkey: \\u001b\[2JMine, added 20\S+Z$/m)
})

test('after a move to another domain, passkeys of the former one work if its file names the site', async () => {
  const host = 'www.moved.test'
  const env = { SITE_URL: `https://${host}`, PASSKEY_RP_ID: 'former.test' }
  const domain = await startOwnDomain(world, { host, formerHost: 'former.test', env })
  try {
    const { page, context } = await domain.openVisit({ hasPopups: true })
    const { email, id } = world.google.accounts.add('moved@example.com', 'correct horse')
    await addAuthenticator(page)
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('correct horse')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(`https://${host}/app`)
    await prove({ userId: id, email })
    await page.goto(`https://${host}/app/account`)
    await addPasskeyOn(page)
    const { passkeys, accepted } = await page.evaluate(
      async (path) => (await fetch(path)).json(),
      '/api/passkeys',
    )
    expect([passkeys[0].worksHere, accepted.rpId]).toEqual([true, 'former.test'])
    await signOut(page)
    await expect(page).toHaveURL(`https://${host}/`)
    await page.goto('/login')
    await page.getByLabel('Email').click()
    await expect(page).toHaveURL(`https://${host}/app`)
    await closeContext(context)
  } finally {
    await domain.close()
  }
})
