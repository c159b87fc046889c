/** What the endpoints of the account promise. Over 200 lines: two of them, to every kind of caller. */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { changeAccount, createAccount, removeAccount, repeatSignIn, unsignedToken } from '../support/accounts'
import { expectPersonal } from '../support/answers'
import { giveCookie } from '../support/database/rows'
import { expect, siteTest as test } from '../support/fixtures'
import { putNote } from '../support/note-calls'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import type { Site } from '../support/site'

/** Cookies can be aged only where the rows can be reached. */
test.use({ database: 'postgres' })

type Headers = Record<string, string>
type Visitor = { userId: string; cookie: string }

const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

async function openSession(site: Site, headers: Headers = {}): Promise<Visitor> {
  const { userId, idToken } = await createAccount(site)
  return { userId, cookie: sessionCookieOf(await postToken(site, idToken, headers)).value }
}

function ask(
  site: Site,
  method: string,
  path: string,
  cookie: string | null,
  { headers = {}, body }: { headers?: Headers; body?: string } = {},
) {
  const cookies = cookie === null ? {} : { cookie: `__session=${cookie}` }
  const init = { method, headers: { ...headers, ...cookies }, redirect: 'manual' } as const
  return fetch(site.url + path, body === undefined ? init : { ...init, body })
}

/** Asks to delete the account of this person, with this cookie. */
const remove = (site: Site, userId: string, cookie: string) =>
  ask(site, 'DELETE', '/api/account', cookie, { body: JSON.stringify({ userId }) })

/** The same session, from a sign-in so many seconds ago. */
async function cookieOfAge(site: Site, userId: string, seconds: number): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const cookie = unsignedToken({
    iss: 'https://session.firebase.google.com/demo-foyer',
    aud: 'demo-foyer',
    sub: userId,
    auth_time: now - seconds,
    iat: now - seconds,
    exp: now - seconds + 3600,
  })
  await giveCookie(site.databaseUrl, userId, cookie)
  return cookie
}

const isStillThere = async (site: Site, cookie: string) =>
  (await (await ask(site, 'GET', '/api/session', cookie)).json()).signedIn

const origins: { from: string; headers: (site: Site) => Headers; isOurs: boolean }[] = [
  { from: 'no browser', headers: () => ({}), isOurs: true },
  {
    from: 'our own page',
    headers: ({ url }) => ({ origin: url, 'sec-fetch-site': 'same-origin' }),
    isOurs: true,
  },
  {
    from: 'another site',
    headers: () => ({ origin: 'https://other.example', 'sec-fetch-site': 'cross-site' }),
    isOurs: false,
  },
  { from: 'a page of our domain', headers: () => ({ 'sec-fetch-site': 'same-site' }), isOurs: false },
  { from: 'a sandboxed page', headers: () => ({ origin: 'null' }), isOurs: false },
]

const sessions: {
  who: string
  cookie: (site: Site, visitor: Visitor) => Promise<string | null>
  isLive: boolean
}[] = [
  { who: 'a live session', cookie: async (_, { cookie }) => cookie, isLive: true },
  { who: 'no session', cookie: async () => null, isLive: false },
  { who: 'a worthless cookie', cookie: async () => 'garbage', isLive: false },
  {
    who: 'a session that was ended',
    cookie: async (site, { cookie }) => {
      await ask(site, 'DELETE', '/api/session', cookie)
      return cookie
    },
    isLive: false,
  },
]

const endpoints = [
  { method: 'DELETE', path: '/api/account', status: 204 },
  { method: 'GET', path: '/api/account/export', status: 200 },
]

for (const { method, path, status } of endpoints) {
  for (const { who, cookie, isLive } of sessions) {
    test(`${method} ${path} with ${who}: ${isLive ? status : 401}, and 403 from what is not ours`, async ({
      site,
    }) => {
      let visitor = await openSession(site)
      let held = await cookie(site, visitor)
      for (const { from, headers, isOurs } of origins) {
        await test.step(from, async () => {
          const expected = !isOurs ? 403 : isLive ? status : 401
          const response = await ask(site, method, path, held, {
            headers: headers(site),
            ...(method === 'DELETE' && { body: JSON.stringify({ userId: visitor.userId }) }),
          })
          expect(response.status).toBe(expected)
          expectPersonal(response)
          if (expected === 403) expect(await response.json()).toEqual({ code: 'cross-site' })
          if (expected === 401) expect(await response.json()).toEqual({ code: 'no-session' })
          if (isLive) expect(await isStillThere(site, visitor.cookie)).toBe(expected !== 204)
          if (expected !== 204) return
          visitor = await openSession(site)
          held = await cookie(site, visitor)
        })
      }
    })
  }

  test(`${path} knows no other method`, async ({ site }) => {
    const { cookie } = await openSession(site)
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((name) => name !== method)
    for (const other of others) expect((await ask(site, other, path, cookie)).status).toBe(405)
    expect(await isStillThere(site, cookie)).toBe(true)
  })
}

test('a sign-in of five minutes ago is too old to delete an account with, but not for the file', async ({
  site,
}) => {
  const { userId } = await openSession(site)
  const old = await cookieOfAge(site, userId, 305)
  const refused = await remove(site, userId, old)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toEqual({ code: 'recent-sign-in-needed' })
  expect((await ask(site, 'GET', '/api/account/export', old)).status).toBe(200)
  const recent = await cookieOfAge(site, userId, 285)
  expect((await remove(site, userId, recent)).status).toBe(204)
})

/** All that the provider knows (S40) of somebody who has just come, but for the tokens. */
const profileOf = ({ userId }: Visitor) => ({
  userId,
  displayName: null,
  photoUrl: null,
  email: expect.stringContaining('@'),
  emailVerified: false,
  phoneNumber: null,
  isAnonymous: false,
  tenantId: null,
  providers: [expect.objectContaining({ providerId: 'password' })],
  secondFactors: [],
  createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  lastSignInAt: expect.stringMatching(/^\d{4}-.*Z$/),
})

test('the file comes as a download, has all that is stored, and nothing of anybody else', async ({
  site,
}) => {
  const [visitor, other] = [await openSession(site, firefox), await openSession(site)]
  const words = 'Zeile eins\n„zwei“ 🚪'
  expect((await putNote(site, visitor, randomUUID(), { text: words })).status).toBe(200)
  const response = await ask(site, 'GET', '/api/account/export', visitor.cookie)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="foyer-account.json"')
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const text = await response.text()
  expect(text).toContain('\n  "profile": {\n')
  expect(JSON.parse(text)).toMatchObject({
    madeAt: expect.stringMatching(/^\d{4}-.*Z$/),
    profile: profileOf(visitor),
    notes: [{ text: words }],
    sessions: [{ device: 'Firefox on Linux', endedAt: null }],
  })
  expect(text).not.toContain(other.userId)
  expect(text).not.toMatch(/hash/i)
})

test('a file whose making fails midway breaks off, and never ends as if it were whole', async ({ site }) => {
  const visitor = await openSession(site)
  const client = new Client({ connectionString: site.databaseUrl ?? '' })
  await client.connect()
  try {
    // Whoever reads the notes waits, until their connection breaks: that comes after the file has begun.
    await client.query('begin; lock table notes in access exclusive mode')
    const response = await ask(site, 'GET', '/api/account/export', visitor.cookie)
    expect(response.status).toBe(200)
    const text = response.text().then(
      () => 'whole',
      (error: unknown) => error,
    )
    await expect
      .poll(async () => {
        const ended = `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'`
        return (await client.query(ended)).rowCount
      })
      .toBeGreaterThan(0)
    expect(await text).toBeInstanceOf(TypeError)
  } finally {
    await client.end()
  }
  const events = site.records().filter(({ userId }) => userId === visitor.userId)
  expect(events.map(({ event }) => event)).not.toContain('account.exported')
  const whole = await ask(site, 'GET', '/api/account/export', visitor.cookie)
  expect(await whole.json()).toMatchObject({ notes: [], shares: [], shareOpenings: [] })
})

const visits: { from: string; site: string; isLed: boolean }[] = [
  { from: 'our own page', site: 'same-origin', isLed: false },
  { from: 'a bookmark', site: 'none', isLed: false },
  { from: 'another site', site: 'cross-site', isLed: true },
]

const readers: {
  who: string
  cookie: (visitor: Visitor, site: Site) => Promise<string | null>
  to: string
}[] = [
  { who: 'nobody', cookie: async () => null, to: '/login?next=%2Fapp%2Faccount' },
  { who: 'a worthless cookie', cookie: async () => 'garbage', to: '/login?next=%2Fapp%2Faccount' },
  {
    who: 'a session that has run out',
    cookie: async ({ userId }, site) => cookieOfAge(site, userId, 3_700),
    to: '/auth/silent-refresh?next=%2Fapp%2Faccount',
  },
  {
    who: 'a session that was ended',
    cookie: async ({ cookie }, site) => {
      await ask(site, 'DELETE', '/api/session', cookie)
      return cookie
    },
    to: '/login?next=%2Fapp%2Faccount&notice=ended',
  },
]

for (const { from, site: fetchSite, isLed } of visits) {
  const visit = { 'sec-fetch-dest': 'document', 'sec-fetch-site': fetchSite }

  test(`whoever comes to their data from ${from} reads no code${isLed ? '' : ' and, without a session, signs in'}`, async ({
    site,
  }) => {
    const visitor = await openSession(site)
    const response = await ask(site, 'GET', '/api/account/export', visitor.cookie, { headers: visit })
    expect(response.status).toBe(isLed ? 403 : 200)
    expectPersonal(response)
    const words = 'Download your data from your account page on this site.\n'
    if (isLed) expect(await response.text()).toBe(words)

    for (const { who, cookie, to } of isLed ? [] : readers)
      await test.step(who, async () => {
        const held = await cookie(await openSession(site), site)
        const response = await ask(site, 'GET', '/api/account/export', held, { headers: visit })
        expect(response.status).toBe(303)
        expectPersonal(response)
        const next = await ask(site, 'GET', response.headers.get('location') ?? '', held)
        expect(next.headers.get('location')).toBe(to)
      })
  })
}

test('whoever writes as much into their profile as fits can still sign in', async ({ site }) => {
  const account = await createAccount(site)
  const start = 'https://example.com/'
  await changeAccount(site, account.userId, {
    displayName: 'ウ'.repeat(200),
    photoUrl: start + 'x'.repeat(700 - start.length),
  })
  const opened = await postToken(site, (await repeatSignIn(site, account)).idToken)
  const { value } = sessionCookieOf(opened)
  // A browser drops a cookie whose name and value are longer.
  expect(`__session${value}`.length).toBeLessThanOrEqual(4_096)
  const notes = await getNotesPage(site, value)
  expect(notes.status).toBe(200)
  expect(await notes.text()).toContain('<h1>Your notes</h1>')
})

test('an account that the provider has deleted already can still be deleted here', async ({ site }) => {
  const { userId, cookie } = await openSession(site)
  await removeAccount(site, userId)
  expect((await remove(site, userId, cookie)).status).toBe(204)
  expect(await isStillThere(site, cookie)).toBe(false)
})

const other = { status: 401, code: 'other-user' }
const nobody = { status: 400, code: 'no-user' }
const misdirected: { meant: string; body?: string; refused: { status: number; code: string } }[] = [
  { meant: 'somebody else', body: '{"userId":"of-another-tab"}', refused: other },
  { meant: 'what is no person', body: '{"userId":7}', refused: nobody },
  { meant: 'nobody it names', body: '{}', refused: nobody },
  { meant: 'nobody at all', refused: nobody },
  { meant: 'what cannot be read', body: '{"userId":', refused: nobody },
]

test('a deletion that is not meant for this person is refused, and nothing is deleted', async ({ site }) => {
  const { userId, cookie } = await openSession(site)
  for (const { meant, body, refused } of misdirected)
    await test.step(`meant for ${meant}`, async () => {
      const response = await ask(site, 'DELETE', '/api/account', cookie, body === undefined ? {} : { body })
      expect(response.status).toBe(refused.status)
      expect(await response.json()).toEqual({ code: refused.code })
      expect(await isStillThere(site, cookie)).toBe(true)
    })
  expect((await remove(site, userId, cookie)).status).toBe(204)
})

test('a deletion takes the cookie away, and sent twice the second finds nobody', async ({ site }) => {
  const { userId, cookie } = await openSession(site)
  const response = await remove(site, userId, cookie)
  expect(sessionCookieOf(response)).toMatchObject({ value: '' })
  expect(sessionCookieOf(response).attributes.get('max-age')).toBe('0')
  expect((await remove(site, userId, cookie)).status).toBe(401)
})
