import { expect, test } from '@playwright/test'
import { openPostgresServer, type PostgresServer } from '../database/postgres'
import { giveCookie, queryDatabase } from '../database/rows'
import { type Google, startGoogle } from '../google/google'
import { nowSeconds } from '../google/tokens'
import { getAccountPage, postToken, sessionCookieOf } from '../production/requests'
import { type Site, startSite } from '../site'

let google: Google
let postgres: PostgresServer
let site: Site

test.beforeAll(async () => {
  test.setTimeout(240_000)
  postgres = await openPostgresServer()
  google = await startGoogle()
  site = await startSite({ env: { ...google.environment, DATABASE_URL: postgres.url } })
})

test.afterAll(async () => {
  await site.stop()
  await google.stop()
  await postgres.close()
})

const hour = 3600
const day = 24 * hour

type Person = { email: string; userId: string; cookie: string }
let people = 0

/** Somebody who signed in just now. */
async function signIn(): Promise<Person> {
  people += 1
  const { email, id } = google.accounts.add(`person-${people}@example.com`, 'correct horse')
  const opened = await postToken(site, await google.idToken(email))
  return { email, userId: id, cookie: sessionCookieOf(opened).value }
}

/** The person's session as it would be some time later: a cookie of then, and its row. */
async function age(
  person: Person,
  { issuedAgo, expiredAgo }: { issuedAgo: number; expiredAgo: number },
): Promise<string> {
  const claims = {
    iat: nowSeconds() - issuedAgo,
    exp: nowSeconds() - expiredAgo,
    auth_time: nowSeconds() - issuedAgo,
  }
  const cookie = await google.sessionCookie(person.email, claims)
  await giveCookie(postgres.url, person.userId, cookie)
  return cookie
}

/** A fresh ID token of a browser that signed in long ago: what a silent refresh brings. */
function refreshedToken({ email }: Person): Promise<string> {
  return google.idToken(email, { auth_time: nowSeconds() - 5 * day })
}

async function renew(person: Person, cookie: string): Promise<Response> {
  return postToken(site, await refreshedToken(person), { cookie: `__session=${cookie}` })
}

const rowsOf = ({ userId }: Person) =>
  queryDatabase<{ id: string; revoked_at: Date | null }>(
    postgres.url,
    'select * from sessions where uid = $1',
    [userId],
  )

test('an expired session is renewed by its own cookie and a fresh token, and stays the same session', async () => {
  const person = await signIn()
  const [before] = await rowsOf(person)
  const cookie = await age(person, { issuedAgo: 6 * day, expiredAgo: day })
  expect((await getAccountPage(site, cookie)).headers.get('location')).toBe(
    '/auth/silent-refresh?next=%2Fapp',
  )
  const renewed = await renew(person, cookie)
  expect(renewed.status).toBe(204)
  expect((await getAccountPage(site, sessionCookieOf(renewed).value)).status).toBe(200)
  const rows = await rowsOf(person)
  expect(rows.map(({ id }) => id)).toEqual([before?.id])
})

const refused: { what: string; code: string; spoil: (person: Person) => Promise<string> }[] = [
  {
    what: 'longer expired than the grace',
    code: 'session-past-grace',
    spoil: (person) => age(person, { issuedAgo: 20 * day, expiredAgo: 15 * day }),
  },
  {
    what: 'of a session that was ended',
    code: 'session-revoked',
    async spoil(person) {
      const cookie = await age(person, { issuedAgo: 6 * day, expiredAgo: day })
      await queryDatabase(postgres.url, 'update sessions set revoked_at = now() where uid = $1', [
        person.userId,
      ])
      return cookie
    },
  },
  {
    what: 'of a session past its cap',
    code: 'session-past-cap',
    async spoil(person) {
      const cookie = await age(person, { issuedAgo: 6 * day, expiredAgo: day })
      await queryDatabase(
        postgres.url,
        `update sessions set created_at = now() - interval '31 days' where uid = $1`,
        [person.userId],
      )
      return cookie
    },
  },
  {
    what: 'without a row',
    code: 'session-absent',
    spoil: ({ email }) =>
      google.sessionCookie(email, { iat: nowSeconds() - 6 * day, exp: nowSeconds() - day }),
  },
  {
    what: 'of somebody else',
    code: 'other-user',
    spoil: async () => age(await signIn(), { issuedAgo: 6 * day, expiredAgo: day }),
  },
]

for (const { what, code, spoil } of refused) {
  test(`a cookie ${what} renews nothing, and says so: ${code}`, async () => {
    const person = await signIn()
    const response = await renew(person, await spoil(person))
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ code })
    expect(response.headers.has('set-cookie')).toBe(false)
  })
}

test('a live session is renewed after half its life and not before', async () => {
  const person = await signIn()
  const young = await age(person, { issuedAgo: 2 * day, expiredAgo: -3 * day })
  expect((await renew(person, young)).headers.has('set-cookie')).toBe(true)
  const other = await signIn()
  const fresh = await google.idToken(other.email, { auth_time: nowSeconds() - hour })
  const kept = await postToken(site, fresh, { cookie: `__session=${other.cookie}` })
  expect(kept.status).toBe(204)
  expect(kept.headers.has('set-cookie')).toBe(false)
})

test('two tabs that renew at once both stay signed in', async () => {
  const person = await signIn()
  const cookie = await age(person, { issuedAgo: 4 * day, expiredAgo: -day })
  const answers = await Promise.all([renew(person, cookie), renew(person, cookie)])
  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  const winners = answers.filter((answer) => answer.headers.has('set-cookie'))
  expect(winners).toHaveLength(1)
  for (const value of [cookie, ...winners.map((winner) => sessionCookieOf(winner).value)]) {
    expect((await getAccountPage(site, value)).status).toBe(200)
  }
  expect(await rowsOf(person)).toHaveLength(1)
})

test('twenty sign-ins of one person at once are twenty sessions', async () => {
  const person = await signIn()
  const token = await google.idToken(person.email)
  const answers = await Promise.all(Array.from({ length: 20 }, () => postToken(site, token)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(204))
  const cookies = new Set(answers.map((answer) => sessionCookieOf(answer).value))
  expect(cookies.size).toBe(20)
  expect(await rowsOf(person)).toHaveLength(21)
})

test('a new sign-in ends the session whose cookie it replaces', async () => {
  const [first, second] = [await signIn(), await signIn()]
  const opened = await postToken(site, await google.idToken(second.email), {
    cookie: `__session=${first.cookie}`,
  })
  expect(opened.status).toBe(204)
  expect((await getAccountPage(site, first.cookie)).headers.get('location')).toBe(
    '/api/session/ended?next=%2Fapp',
  )
  expect((await getAccountPage(site, second.cookie)).status).toBe(200)
})

test('a session ended on one instance is refused on the other at once', async () => {
  test.setTimeout(120_000)
  const other = await startSite({ env: { ...google.environment, DATABASE_URL: postgres.url } })
  try {
    const { cookie } = await signIn()
    expect((await getAccountPage(other, cookie)).status).toBe(200)
    await fetch(`${other.url}/api/session`, { method: 'DELETE', headers: { cookie: `__session=${cookie}` } })
    expect((await getAccountPage(site, cookie)).status).toBe(307)
  } finally {
    await other.stop()
  }
})

test('the sixty-first session of a person within ten minutes has to wait, and is told how long', async () => {
  const person = await signIn()
  const token = await google.idToken(person.email)
  const statuses: number[] = []
  for (let count = 0; count < 60; count++) statuses.push((await postToken(site, token)).status)
  expect(statuses.filter((status) => status === 204)).toHaveLength(59)
  const limited = await postToken(site, token, { 'x-forwarded-for': '203.0.113.7' })
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('without a database everybody waits, nobody is signed out, and it is logged once', async () => {
  test.setTimeout(120_000)
  const { email, cookie } = await signIn()
  const withCookie = { headers: { cookie: `__session=${cookie}` } }
  postgres.stop()
  try {
    const page = await fetch(`${site.url}/app`, withCookie)
    expect(page.status).toBe(503)
    expect(page.headers.get('retry-after')).toBe('5')
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(`${site.url}/api/session`, { method, ...withCookie })
      expect(answer.status).toBe(503)
      expect(answer.headers.has('set-cookie')).toBe(false)
    }
    const posted = await postToken(site, await google.idToken(email))
    expect(posted.status).toBe(503)
    expect((await fetch(`${site.url}/terms`)).status).toBe(200)
    expect((await fetch(`${site.url}/login`)).status).toBe(200)
  } finally {
    postgres.start()
  }
  await expect.poll(async () => (await getAccountPage(site, cookie)).status, { timeout: 20_000 }).toBe(200)
  expect(site.records().filter(({ event }) => event === 'database.unavailable')).toHaveLength(1)
})
