import { expect } from '@playwright/test'
import { renewalHeader } from '@/lib/session/address-proof'
import { nowSeconds } from '../support/google/tokens'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { day, type Person, test, type World } from '../support/world'

let world: World

test.beforeAll(({ world: opened }) => {
  world = opened
})

type Spoiled = [what: string, code: string, spoil: (person: Person) => Promise<string | undefined>]

const refused: Spoiled[] = [
  [
    'longer expired than the grace',
    'session-past-grace',
    (person) => world.age(person, { issuedAgo: 20 * day, expiredAgo: 15 * day }),
  ],
  [
    'of a session past its cap',
    'session-past-cap',
    async (person) => {
      const cookie = await world.age(person, { issuedAgo: 6 * day, expiredAgo: day })
      const capped = `update sessions set created_at = now() - interval '31 days' where uid = $1`
      await world.query(capped, [person.userId])
      return cookie
    },
  ],
  [
    'of a session that was closed',
    'session-revoked',
    async ({ cookie }) => {
      const headers = { cookie: `__session=${cookie}` }
      await fetch(`${world.site.url}/api/session`, { method: 'DELETE', headers })
      return cookie
    },
  ],
  [
    'without a row',
    'session-absent',
    ({ email }) =>
      world.google.sessionCookie(email, { iat: nowSeconds() - 6 * day, exp: nowSeconds() - day }),
  ],
  ['of another user', 'other-user', async () => (await world.signIn()).cookie],
  ['that is invalid', 'no-session-to-renew', async () => 'garbage'],
  ['that is missing', 'no-session-to-renew', async () => undefined],
]

/** A renewal just after a sign-in, whose token could also create a session. */
async function renewAfterSignIn({ email }: Person, cookie?: string): Promise<Response> {
  const token = await world.google.idToken(email)
  const headers = { [renewalHeader]: '1', ...(cookie ? { cookie: `__session=${cookie}` } : {}) }
  return postToken(world.site, token, headers)
}

for (const [what, code, spoil] of refused)
  test(`a cookie ${what} renews nothing, also right after a sign-in, and says so: ${code}`, async () => {
    const person = await world.signIn()
    const cookie = await spoil(person)
    for (const response of [
      await world.renew(person, cookie ?? ''),
      await renewAfterSignIn(person, cookie),
    ]) {
      expect([response.status, await response.json()]).toEqual([401, { code }])
      expect(response.headers.has('set-cookie')).toBe(false)
    }
    expect(await world.rowsOf(person)).toHaveLength(1)
    const created = await postToken(world.site, await world.google.idToken(person.email))
    expect(created.status, 'the same without the mark is a sign-in').toBe(204)
    expect(await world.rowsOf(person)).toHaveLength(2)
  })

test('a renewal right after a sign-in renews the session of its cookie', async () => {
  const person = await world.signIn()
  const cookie = await world.age(person, { issuedAgo: 6 * day, expiredAgo: day })
  const renewed = await renewAfterSignIn(person, cookie)
  expect(renewed.status).toBe(204)
  expect((await getNotesPage(world.site, sessionCookieOf(renewed).value)).status).toBe(200)
  expect(await world.rowsOf(person)).toHaveLength(1)
})

test('a post without the mark renews, too', async () => {
  const person = await world.signIn()
  const cookie = await world.age(person, { issuedAgo: 6 * day, expiredAgo: day })
  const token = await world.google.idToken(person.email, { auth_time: nowSeconds() - 5 * day })
  const renewed = await postToken(world.site, token, { cookie: `__session=${cookie}` })
  expect(sessionCookieOf(renewed).value).not.toBe(cookie)
  expect(await world.rowsOf(person)).toHaveLength(1)
})

test('a new sign-in ends the session whose cookie it replaces', async () => {
  const [first, second] = [await world.signIn(), await world.signIn()]
  const opened = await postToken(world.site, await world.google.idToken(second.email), {
    cookie: `__session=${first.cookie}`,
  })
  expect(opened.status).toBe(204)
  expect((await getNotesPage(world.site, first.cookie)).headers.get('location')).toBe(
    '/api/session/ended?next=%2Fapp',
  )
  expect((await getNotesPage(world.site, second.cookie)).status).toBe(200)
})
