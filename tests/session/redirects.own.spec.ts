/**
 * Where each state of the cookie leads, and what the provider's stored user adds to it in a browser: that it gets there, in
 * at most three hops, without a loop. What the server answers to each renewal is in `mint-rules`.
 */

import { createHash } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { closeContext } from '../support/browser'
import { nowSeconds } from '../support/google/tokens'
import { getNotesPage } from '../support/requests'
import { createContext, setCookie, signInLongAgo } from '../support/session-browser'
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

/** Whose cookie it is: of the user stored in the browser, or of another. */
type Owner = 'same' | 'other'
type End = 'in' | 'form' | 'form: expired' | 'form: ended'

const share = '/share/0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e'

let world: World
let person: Pick<Person, 'email' | 'userId'>

test.beforeAll(async ({ world: opened }) => {
  world = opened
  person = await world.signIn()
})

/** A cookie in this state, of this person. */
async function openCookie(name: CookieName, userId = person.userId): Promise<string | null> {
  const state = cookies[name]
  return state === null || typeof state === 'string' ? state : makeCookie(state, userId)
}

async function makeCookie({ issuedAgo, expiredAgo, row }: CookieState, userId: string): Promise<string> {
  const [issuedAt, expiresAt] = [nowSeconds() - issuedAgo, nowSeconds() - expiredAgo]
  const claims = { sub: userId, iat: issuedAt, exp: expiresAt, auth_time: issuedAt }
  // Signed by way of our one person, as others may have been deleted.
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

type Visit = { cookie: CookieName; of: Owner; end: End; path?: string }

/** The one that renews is last: so the stored user has to outlast all others. */
const visits: Visit[] = [
  // The server has the last word, and the form asks nobody back in.
  { cookie: 'no cookie', of: 'same', end: 'form' },
  { cookie: 'a session ended on another device', of: 'same', end: 'form: ended' },
  // The page looks at the stored user, and another than the session's changes nothing.
  { cookie: 'a live session', of: 'other', end: 'in' },
  { cookie: 'a session that has run out', of: 'other', end: 'form: expired' },
  // Of the codes of a refused renewal the browser distinguishes only one.
  { cookie: 'one that ran out and was ended', of: 'same', end: 'form: ended' },
  { cookie: 'one past the grace', of: 'same', end: 'form: expired' },
  { cookie: 'a session that has run out', of: 'same', end: 'in', path: share },
]

test('a browser with a stored user arrives in at most three hops', async () => {
  const context = await createContext(world)
  const page = await context.newPage()
  const { email, id: userId } = await signInLongAgo(world, page)
  const visit = ({ cookie, of, end, path = '/app' }: Visit, user: string) =>
    test.step(`${cookie} of ${of}, Firebase knows ${user}: ${path} leads to ${end}`, async () => {
      // What is open would hear of the change.
      await page.goto('about:blank')
      await context.clearCookies()
      const value = await openCookie(cookie, of === 'same' ? userId : person.userId)
      if (value !== null) await setCookie(context, world, value)
      const hops = countHops(page)
      await page.goto(path)
      await expectEnd(page, path, end)
      expect(hops()).toBeLessThanOrEqual(3)
    })
  for (const each of visits) await visit(each, 'somebody')
  world.google.accounts.remove(email)
  await visit({ cookie: 'a session that has run out', of: 'same', end: 'form: ended' }, 'somebody deleted')
  await closeContext(context)
})
