/**
 * Where each state of the cookie and of the provider's stored user leads, and that it gets there: at most three
 * hops, no loop.
 */

import { createHash } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { closeContext } from '../support/contexts'
import { nowSeconds } from '../support/google/tokens'
import { openContext, putCookie, type StorageState, signInLongAgo } from '../support/session-browser'
import { day, hour, openWorld, type World } from '../support/world'

/** What the browser's Firebase knows: nobody, the cookie's person, the same but deleted since, or another. */
const storedUsers = ['nobody', 'same', 'deleted', 'other'] as const
type StoredUser = (typeof storedUsers)[number]

type End = 'in' | 'form' | 'form: expired' | 'form: ended'

/** Where it ends for each stored user, in the order of `storedUsers`. */
type Case = { ends: [End, End, End, End]; cookie: CookieState }
type CookieState = {
  issuedAgo: number
  expiredAgo: number
  /** Null: there is none. */
  row: { createdAgo?: number; isRevoked?: boolean } | null
}

const live = { issuedAgo: hour, expiredAgo: -4 * day }
const runOut = { issuedAgo: 6 * day, expiredAgo: day }
const expired = 'form: expired'
const ended = 'form: ended'

const cases: Record<string, Case> = {
  'a live session': { cookie: { ...live, row: {} }, ends: ['in', 'in', ended, 'in'] },
  'a session ended on another device': {
    cookie: { ...live, row: { isRevoked: true } },
    ends: [ended, ended, ended, ended],
  },
  'a live cookie without a row': { cookie: { ...live, row: null }, ends: [ended, ended, ended, ended] },
  'a live cookie past the cap': {
    cookie: { ...live, row: { createdAgo: 31 * day } },
    ends: [ended, ended, ended, ended],
  },
  'a session that has run out': {
    cookie: { ...runOut, row: { createdAgo: 6 * day } },
    ends: [expired, 'in', ended, expired],
  },
  'one that ran out and was ended': {
    cookie: { ...runOut, row: { createdAgo: 6 * day, isRevoked: true } },
    ends: [expired, ended, ended, expired],
  },
  'one that ran out and has no row': {
    cookie: { ...runOut, row: null },
    ends: [expired, expired, ended, expired],
  },
  'one past the cap': {
    cookie: { ...runOut, row: { createdAgo: 31 * day } },
    ends: [expired, expired, ended, expired],
  },
  'one past the grace': {
    cookie: { issuedAgo: 20 * day, expiredAgo: 15 * day, row: { createdAgo: 20 * day } },
    ends: [expired, expired, ended, expired],
  },
}

type Path = { path: string; back: string; users: readonly StoredUser[] }

const paths: Path[] = [
  { path: '/app', back: '/app', users: storedUsers },
  { path: '/share/0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e', back: '', users: ['nobody', 'same'] },
]

let world: World
let person: { email: string; id: string }
const stored = new Map<StoredUser, { state: StorageState; userId: string }>()

test.beforeAll(async () => {
  test.setTimeout(300_000)
  world = await openWorld()
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

test.afterAll(() => world.close())

/** The cookie of the person whom the browser's Firebase knows, or of our one person. */
async function openCookie(user: StoredUser, { issuedAgo, expiredAgo, row }: CookieState): Promise<string> {
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

async function go(user: StoredUser, cookie: string | null, path: string, end: End): Promise<number> {
  const context = await openContext(world, stored.get(user)?.state)
  if (cookie !== null) await putCookie(context, world, cookie)
  const page = await context.newPage()
  const hops = countHops(page)
  await page.goto(path)
  await expectEnd(page, path, end)
  const count = hops()
  await closeContext(context)
  return count
}

for (const [name, { cookie, ends }] of Object.entries(cases)) {
  for (const { path, users } of paths) {
    for (const user of users) {
      const end = ends[storedUsers.indexOf(user)] ?? 'in'
      test(`${name}, Firebase knows ${user}: ${path} leads to ${end}`, async () => {
        const hops = await go(user, await openCookie(user, cookie), path, end)
        expect(hops).toBeLessThanOrEqual(3)
      })
    }
  }
}

for (const user of storedUsers) {
  for (const [name, cookie] of [
    ['no cookie', null],
    ['a worthless cookie', 'garbage'],
  ] as const) {
    test(`${name}, Firebase knows ${user}: the form, in one hop`, async () => {
      expect(await go(user, cookie, '/app', 'form')).toBe(1)
    })
  }
}
