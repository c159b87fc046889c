/**
 * The rules of sessions do not depend on how somebody signed in: tokens of each way, as Google signs them (by the stand-in).
 * What only a browser shows is in `account/sign-in-methods` and `sign-in/providers`.
 */
import { expect } from '@playwright/test'
import type { JWTPayload } from 'jose'
import { renewalHeader } from '@/lib/session/renewal'
import { nowSeconds } from '../support/google/tokens'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { day, type Person, test, type World } from '../support/world'

const byProvider = (provider: string) => (email: string) => ({
  firebase: { identities: { [provider]: ['4711'], email: [email] }, sign_in_provider: provider },
})

/** What a token says of it; X tells no address. */
const ways: Record<string, (email: string) => JWTPayload> = {
  'a password': byProvider('password'),
  'a link by mail': (email) => ({ ...byProvider('password')(email), email_verified: true }),
  Google: byProvider('google.com'),
  Facebook: byProvider('facebook.com'),
  GitHub: byProvider('github.com'),
  X: () => ({
    firebase: { identities: { 'twitter.com': ['4711'] }, sign_in_provider: 'twitter.com' },
    email: undefined,
    email_verified: undefined,
  }),
}

let world: World

test.beforeAll(({ world: opened }) => {
  world = opened
})

const rules = { renews, stepsUp, ends }
type Rule = keyof typeof rules

/** In pairs, as no rule asks for the way: but for all where there is no address. */
const pairs: Record<keyof typeof ways, Rule[]> = {
  'a password': ['renews'],
  'a link by mail': ['stepsUp'],
  Google: ['ends'],
  Facebook: ['renews'],
  GitHub: ['stepsUp'],
  X: ['renews', 'stepsUp', 'ends'],
}

for (const [way, claims] of Object.entries(ways))
  test(`${way}: a new session, and what the rules make of it later (${pairs[way]?.join(', ')})`, async () => {
    // Of a person each: side by side, as they wait for each other's signatures otherwise.
    await Promise.all([
      test.step('opensNew', async () => opensNew(await signIn(), claims)),
      ...(pairs[way] ?? []).map((name) => test.step(name, async () => rules[name](await signIn(), claims))),
    ])
  })

/** Of a verified address, or a link by mail would secure the account first. */
const signIn = () => world.signIn({ emailVerified: true })

type Claims = (email: string) => JWTPayload

const tokenOf = ({ email }: Person, claims: Claims, changes: JWTPayload = {}) =>
  world.google.idToken(email, { ...claims(email), ...changes })

async function opensNew(person: Person, claims: Claims): Promise<void> {
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

/** Also deletes: that is what needs it on our server. */
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

/** Disabled at the provider: nothing is opened any more, and what is open ends once the provider is asked. */
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
