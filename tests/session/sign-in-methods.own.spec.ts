/** The rules of sessions do not depend on the sign-in method: tokens of each, as Google signs them (by the stand-in). */
import { expect } from '@playwright/test'
import type { JWTPayload } from 'jose'
import { renewalHeader } from '@/lib/session/renewal'
import { nowSeconds } from '../support/google/tokens'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { day, type Person, test, type World } from '../support/world'

const byProvider = (provider: string) => (email: string) => ({
  firebase: { identities: { [provider]: ['4711'], email: [email] }, sign_in_provider: provider },
})

/** The claims of each; X gives no address. */
const methods: Record<string, (email: string) => JWTPayload> = {
  'a password': byProvider('password'),
  'an email link': (email) => ({ ...byProvider('password')(email), email_verified: true }),
  Google: byProvider('google.com'),
  Facebook: byProvider('facebook.com'),
  GitHub: byProvider('github.com'),
  X: noAddress,
}

function noAddress(): JWTPayload {
  const firebase = { identities: { 'twitter.com': ['4711'] }, sign_in_provider: 'twitter.com' }
  return { firebase, email: undefined, email_verified: undefined }
}

let world: World

test.beforeAll(({ world: opened }) => {
  world = opened
})

for (const [method, claims] of Object.entries(methods))
  test(`a sign-in by ${method} creates a session, unless it is old, and renews it`, async () => {
    await createsSession(await signIn(), claims)
    await renews(await signIn(), claims)
  })

test('a user without an address confirms, deletes their account, and is signed out once disabled', async () => {
  const [first, second] = [await signIn(), await signIn()]
  await stepsUp(first, noAddress)
  await ends(second, noAddress)
})

/** With a verified address, or an email link would secure the account first. */
const signIn = () => world.signIn({ emailVerified: true })

type Claims = (email: string) => JWTPayload

const tokenOf = ({ email }: Person, claims: Claims, changes: JWTPayload = {}) =>
  world.google.idToken(email, { ...claims(email), ...changes })

async function createsSession(person: Person, claims: Claims): Promise<void> {
  const opened = await postToken(world.site, await tokenOf(person, claims))
  expect(opened.status).toBe(204)
  expect((await getNotesPage(world.site, sessionCookieOf(opened).value)).status).toBe(200)
  const old = await postToken(world.site, await tokenOf(person, claims, { auth_time: nowSeconds() - 600 }))
  expect(await old.json()).toEqual({ code: 'sign-in-too-old' })
}

async function renews(person: Person, claims: Claims): Promise<void> {
  const [before] = await world.rowsOf(person)
  const cookie = await world.age(person, { issuedAgo: 6 * day, expiredAgo: day })
  const token = await tokenOf(person, claims, { auth_time: nowSeconds() - 5 * day })
  const headers = { cookie: `__session=${cookie}`, [renewalHeader]: '1' }
  const renewed = await postToken(world.site, token, headers)
  expect(renewed.status).toBe(204)
  expect((await getNotesPage(world.site, sessionCookieOf(renewed).value)).status).toBe(200)
  expect((await world.rowsOf(person)).map(({ id }) => id)).toEqual([before?.id])
}

/** By deleting the account, which needs a recent sign-in. */
async function stepsUp(person: Person, claims: Claims): Promise<void> {
  const old = await world.age(person, { issuedAgo: 600, expiredAgo: -day })
  const refused = await deleteAccount(person, old)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toEqual({ code: 'recent-sign-in-needed' })
  const token = await tokenOf(person, claims)
  const confirmed = await postToken(world.site, token, { cookie: `__session=${old}` })
  expect(confirmed.status).toBe(204)
  const fresh = sessionCookieOf(confirmed).value
  expect((await deleteAccount(person, fresh)).status).toBe(204)
  expect((await getNotesPage(world.site, fresh)).status).toBe(307)
  expect((await postToken(world.site, token)).status).toBe(401)
}

/** Disabled at the provider: no new sessions, and the current one ends with the next check. */
async function ends(person: Person, claims: Claims): Promise<void> {
  const token = await tokenOf(person, claims)
  const cookie = sessionCookieOf(await postToken(world.site, token)).value
  world.google.accounts.change(person.email, { disabled: true })
  const refused = await postToken(world.site, token)
  expect(await refused.json()).toEqual({ code: 'auth/user-disabled' })
  await world.query('update sessions set checked_at = null where uid = $1', [person.userId])
  await expect.poll(async () => (await getNotesPage(world.site, cookie)).status).toBe(307)
}

function deleteAccount({ userId }: Person, cookie: string): Promise<Response> {
  const headers = { cookie: `__session=${cookie}` }
  return fetch(`${world.site.url}/api/account`, {
    method: 'DELETE',
    headers,
    body: JSON.stringify({ userId }),
  })
}
