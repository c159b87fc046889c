/**
 * Where each state of the cookie leads, and what the provider's stored user adds to it in a browser: that it gets there, in
 * at most three hops, without a loop. What the server answers to each renewal is in `mint-rules`.
 */

import { createHash } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { closeContext } from '../support/contexts'
import { nowSeconds } from '../support/google/tokens'
import { getNotesPage } from '../support/requests'
import { openContext, putCookie, type StorageState, signInLongAgo } from '../support/session-browser'
import { day, hour, test, type World } from '../support/world'

type CookieState = {
  issuedAgo: number
  expiredAgo: number
  /** Null: there is none. */
  row: { createdAgo?: number; isRevoked?: boolean } | null
}

const live = { issuedAgo: hour, expiredAgo: -4 * day }
const runOut = { issuedAgo: 6 * day, expiredAgo: day }

/** A text is a cookie of that value; null is none. */
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
  'a worthless cookie': 'garbage',
} satisfies Record<string, CookieState | string | null>
type CookieName = keyof typeof cookies

/** What the browser's Firebase knows: nobody, the cookie's person, the same but deleted since, or another. */
type StoredUser = 'nobody' | 'same' | 'deleted' | 'other'
type End = 'in' | 'form' | 'form: expired' | 'form: ended'

const share = '/share/0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e'

let world: World
let person: { email: string; id: string }
const stored = new Map<StoredUser, { state: StorageState; userId: string }>()

test.beforeAll(async ({ world: opened }) => {
  test.setTimeout(300_000)
  world = opened
  for (const user of ['same', 'deleted', 'other'] as const) {
    const context = await openContext(world)
    const account = await signInLongAgo(world, await context.newPage())
    await context.clearCookies()
    stored.set(user, { state: await context.storageState({ indexedDB: true }), userId: account.id })
    if (user === 'same') person = account
    if (user === 'deleted') world.google.accounts.remove(account.email)
    await closeContext(context)
  }
})

/** A cookie in this state, of the person whom the browser's Firebase knows, or of our one person. */
async function openCookie(name: CookieName, user: StoredUser): Promise<string | null> {
  const state = cookies[name]
  return state === null || typeof state === 'string' ? state : makeCookie(state, user)
}

async function makeCookie({ issuedAgo, expiredAgo, row }: CookieState, user: StoredUser): Promise<string> {
  const known = stored.get(user)
  const userId = known && user !== 'other' ? known.userId : person.id
  const [issuedAt, expiresAt] = [nowSeconds() - issuedAgo, nowSeconds() - expiredAgo]
  const claims = { sub: userId, iat: issuedAt, exp: expiresAt, auth_time: issuedAt }
  const cookie = await world.google.sessionCookie(person.email, claims)
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

/** Documents the browser has been sent to, the first one not counted. */
function countHops(page: Page): () => number {
  let documents = 0
  page.on('response', (response) => {
    const request = response.request()
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1
  })
  return () => documents - 1
}

async function expectEnd(page: Page, path: string, end: End): Promise<void> {
  const notice = end.split(': ')[1]
  const query = new URLSearchParams({ next: path, ...(notice ? { notice } : {}) })
  await expect(page).toHaveURL(end === 'in' ? path : `/login?${query}`)
  if (end !== 'in') await expect(page.getByLabel('Password')).toBeVisible()
}

/** What the server answers to the cookie, hop by hop until there is a page. */
async function waysFrom(cookie: string | null): Promise<string[]> {
  const headers: Record<string, string> = cookie === null ? {} : { cookie: `__session=${cookie}` }
  const ways: string[] = []
  let answer = await getNotesPage(world.site, cookie ?? undefined)
  for (let location = answer.headers.get('location'); location; location = answer.headers.get('location')) {
    ways.push(answer.headers.has('set-cookie') ? `${location}, without the cookie` : location)
    if (answer.headers.has('set-cookie')) delete headers.cookie
    answer = await fetch(new URL(location, world.site.url), { headers, redirect: 'manual' })
  }
  expect(answer.status).toBe(200)
  expect(answer.headers.has('set-cookie')).toBe(false)
  return ways
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
  'a worthless cookie': [form],
}

for (const [name, ways] of Object.entries(answers) as [CookieName, string[]][])
  test(`${name} leads from /app ${ways.at(-1) ? `to ${ways.at(-1)}` : 'no further'}`, async () => {
    expect(await waysFrom(await openCookie(name, 'nobody'))).toEqual(ways)
  })

type Visit = { cookie: CookieName; user: StoredUser; end: End; path?: string }

const visits: Visit[] = [
  // The page looks at the stored user only where there is one, and ends the session of one that is gone.
  { cookie: 'a live session', user: 'nobody', end: 'in' },
  { cookie: 'a live session', user: 'deleted', end: 'form: ended' },
  { cookie: 'a live session', user: 'other', end: 'in' },
  // The server has the last word, and the form asks nobody back in.
  { cookie: 'a session ended on another device', user: 'same', end: 'form: ended' },
  { cookie: 'no cookie', user: 'same', end: 'form' },
  { cookie: 'a session that has run out', user: 'nobody', end: 'form: expired' },
  { cookie: 'a session that has run out', user: 'same', end: 'in' },
  { cookie: 'a session that has run out', user: 'same', end: 'in', path: share },
  { cookie: 'a session that has run out', user: 'deleted', end: 'form: ended' },
  { cookie: 'a session that has run out', user: 'other', end: 'form: expired' },
  // Of what the server says to a renewal that it refuses the browser tells one code from all others.
  { cookie: 'one that ran out and was ended', user: 'same', end: 'form: ended' },
  { cookie: 'one past the grace', user: 'same', end: 'form: expired' },
]

for (const { cookie, user, end, path = '/app' } of visits)
  test(`${cookie}, Firebase knows ${user}: ${path} leads to ${end}`, async () => {
    const value = await openCookie(cookie, user)
    const context = await openContext(world, stored.get(user)?.state)
    if (value !== null) await putCookie(context, world, value)
    const page = await context.newPage()
    const hops = countHops(page)
    await page.goto(path)
    await expectEnd(page, path, end)
    expect(hops()).toBeLessThanOrEqual(3)
    await closeContext(context)
  })
