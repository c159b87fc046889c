/**
 * Where each state of the cookie leads, in at most two hops. What a browser does with a stored user is in `silent-refresh`,
 * what the server answers to each renewal in `mint-rules`.
 */
import { createHash } from 'node:crypto'
import { expect } from '@playwright/test'
import { nowSeconds } from '../support/google/tokens'
import { getNotesPage } from '../support/requests'
import { day, hour, type Person, test, type World } from '../support/world'

type CookieState = {
  issuedAgo: number
  expiredAgo: number
  /** Null: there is none. */
  row: { createdAgo?: number; isRevoked?: boolean } | null
}

const live = { issuedAgo: hour, expiredAgo: -4 * day }
const runOut = { issuedAgo: 6 * day, expiredAgo: day }

/** A string is the cookie's value; null is no cookie. */
const cookies = {
  'a live session': { ...live, row: {} },
  'a session ended on another device': { ...live, row: { isRevoked: true } },
  'a live cookie without a row': { ...live, row: null },
  'a live cookie past the cap': { ...live, row: { createdAgo: 31 * day } },
  'a session that has run out': { ...runOut, row: { createdAgo: 6 * day } },
  'one that ran out and was ended': { ...runOut, row: { createdAgo: 6 * day, isRevoked: true } },
  'one that ran out and has no row': { ...runOut, row: null },
  'one past the cap': { ...runOut, row: { createdAgo: 31 * day } },
  'one past the grace': { issuedAgo: 20 * day, expiredAgo: 15 * day, row: { createdAgo: 20 * day } },
  'no cookie': null,
  'an invalid cookie': 'garbage',
} satisfies Record<string, CookieState | string | null>
type CookieName = keyof typeof cookies

let world: World
let person: Pick<Person, 'email' | 'userId'>

test.beforeAll(async ({ world: opened }) => {
  world = opened
  person = await world.signIn()
})

/** A cookie in this state. */
async function openCookie(name: CookieName): Promise<string | null> {
  const state: CookieState | string | null = cookies[name]
  return state === null || typeof state === 'string' ? state : makeCookie(state)
}

async function makeCookie({ issuedAgo, expiredAgo, row }: CookieState): Promise<string> {
  const { email, userId } = person
  const [issuedAt, expiresAt] = [nowSeconds() - issuedAgo, nowSeconds() - expiredAgo]
  const claims = { iat: issuedAt, exp: expiresAt, auth_time: issuedAt }
  const cookie = await world.google.sessionCookie(email, claims)
  await world.query('delete from sessions where uid = $1', [userId])
  if (row) {
    const hash = createHash('sha256').update(cookie).digest('base64url')
    const createdAt = new Date((nowSeconds() - (row.createdAgo ?? issuedAgo)) * 1000)
    await world.query(
      `insert into sessions (id, token_hash, uid, created_at, renewed_at, seen_at, checked_at, expires_at, revoked_at)
       values (gen_random_uuid(), $1, $2, $3, $3, now(), now(), to_timestamp($4), $5)`,
      [hash, userId, createdAt, expiresAt, row.isRevoked ? new Date() : null],
    )
  }
  return cookie
}

/** What the server answers to the cookie, hop by hop until there is a page. */
async function redirectsFrom(cookie: string | null): Promise<string[]> {
  const headers: Record<string, string> = cookie === null ? {} : { cookie: `__session=${cookie}` }
  const redirects: string[] = []
  let answer = await getNotesPage(world.site, cookie ?? undefined)
  for (let location = answer.headers.get('location'); location; location = answer.headers.get('location')) {
    redirects.push(answer.headers.has('set-cookie') ? `${location}, without the cookie` : location)
    if (answer.headers.has('set-cookie')) delete headers.cookie
    answer = await fetch(new URL(location, world.site.url), { headers, redirect: 'manual' })
  }
  expect(answer.status).toBe(200)
  expect(answer.headers.has('set-cookie')).toBe(false)
  return redirects
}

const form = '/login?next=%2Fapp'
const ended = ['/api/session/ended?next=%2Fapp', `${form}&notice=ended, without the cookie`]
const renewal = ['/auth/silent-refresh?next=%2Fapp']

const answers: Record<CookieName, string[]> = {
  'a live session': [],
  'a session ended on another device': ended,
  'a live cookie without a row': ended,
  'a live cookie past the cap': ended,
  'a session that has run out': renewal,
  'one that ran out and was ended': renewal,
  'one that ran out and has no row': renewal,
  'one past the cap': renewal,
  'one past the grace': renewal,
  'no cookie': [form],
  'an invalid cookie': [form],
}

for (const [name, redirects] of Object.entries(answers) as [CookieName, string[]][])
  test(`${name} leads from /app ${redirects.at(-1) ? `to ${redirects.at(-1)}` : 'no further'}`, async () => {
    expect(await redirectsFrom(await openCookie(name))).toEqual(redirects)
  })
