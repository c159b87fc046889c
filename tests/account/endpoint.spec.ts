/** What the endpoints of the account promise. Foreign origins and methods: `http/refusals`, `http/origin`, `http/refusal`. */

import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import * as brand from '@/lib/site/brand'
import {
  changeAccount,
  createAccount,
  expiredCookie,
  oldSignInCookie,
  removeAccount,
  repeatSignIn,
} from '../support/accounts'
import { expect, siteTest as test } from '../support/fixtures'
import { signInVisitor, type Visitor } from '../support/mails'
import { putNote } from '../support/note-calls'

import { codeOf, expectPersonal, getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import type { Site } from '../support/site'

/** Aging a cookie takes access to its row. */
test.use({ database: 'postgres' })

type Caller = { account: { userId: string }; cookie: string | null }
type Headers = Record<string, string>

function call(
  site: Site,
  method: string,
  path: string,
  cookie: string | null,
  { headers = {}, body }: { headers?: Headers; body?: string } = {},
) {
  const all = { ...headers, ...(cookie !== null && { cookie: `__session=${cookie}` }) }
  const init = { method, headers: all, redirect: 'manual' } as const
  return fetch(site.url + path, body === undefined ? init : { ...init, body })
}

const download = (site: Site, { cookie }: Caller, headers: Headers = {}) =>
  call(site, 'GET', '/api/account/export', cookie, { headers })

const remove = (site: Site, { account: { userId }, cookie }: Caller, headers: Headers = {}) =>
  call(site, 'DELETE', '/api/account', cookie, { headers, body: JSON.stringify({ userId }) })

const isSignedIn = async (site: Site, cookie: string) =>
  (await (await call(site, 'GET', '/api/session', cookie)).json()).signedIn

async function endSession({ site, cookie }: Visitor): Promise<string> {
  await call(site, 'DELETE', '/api/session', cookie)
  return cookie
}

const expire = async ({ site, account }: Visitor) => (await expiredCookie(site, account)).value

/** Visitors without a live session, and where a navigation to the download leads them. */
const deadCookies: [(visitor: Visitor) => string | null | Promise<string>, ledTo: string][] = [
  [() => null, '/login?next=%2Fapp%2Faccount'],
  [() => 'garbage', '/login?next=%2Fapp%2Faccount'],
  [endSession, '/login?next=%2Fapp%2Faccount&notice=ended'],
  [expire, '/auth/silent-refresh?next=%2Fapp%2Faccount'],
]

for (const [name, send, status] of [
  ['the deletion', remove, 204],
  ['the download', download, 200],
] as const)
  test(`${name} answers only a live session`, async ({ site }) => {
    const visitor = await signInVisitor(site)
    const own = await send(site, visitor, { origin: site.url, 'sec-fetch-site': 'same-origin' })
    expect(own.status).toBe(status)
    expectPersonal(own)
    for (const [getCookie, ledTo] of deadCookies) {
      const dead = await signInVisitor(site)
      const refused = await send(site, { ...dead, cookie: await getCookie(dead) })
      expectPersonal(refused)
      expect(await codeOf(refused), ledTo).toEqual([401, 'no-session'])
    }
  })

test('a sign-in of ten minutes ago is too old to delete an account with, but not for the file', async ({
  site,
}) => {
  const { account } = await signInVisitor(site)
  const old = { account, cookie: (await oldSignInCookie(site, account)).value }
  expect(await codeOf(await remove(site, old))).toEqual([403, 'recent-sign-in-needed'])
  expect((await download(site, old)).status).toBe(200)
})

test('an address is announced by a recent sign-in, from the person’s own page alone', async ({ site }) => {
  const [{ account, cookie }, other] = [await signInVisitor(site), await signInVisitor(site)]
  const announce = (sent: string, userId: string, email: unknown = 'next@example.com') => {
    const body = JSON.stringify({ email, userId })
    const headers = { 'content-type': 'application/json' }
    return call(site, 'POST', '/api/account/address', sent, { headers, body })
  }
  expect(await codeOf(await announce(cookie, other.account.userId))).toEqual([401, 'other-user'])
  for (const email of ['no address', 'a@example.com\r\nb@example.com', 'a\n@example.com', 'a\0@example.com'])
    expect(await codeOf(await announce(cookie, account.userId, email))).toEqual([400, 'invalid-email'])
  expect((await announce(cookie, account.userId)).status).toBe(204)
  const old = (await oldSignInCookie(site, account)).value
  expect(await codeOf(await announce(old, account.userId))).toEqual([403, 'recent-sign-in-needed'])
})

test('the file is a download of all that is stored, and holds nothing of anybody else', async ({ site }) => {
  const [visitor, other] = [await signInVisitor(site), await signInVisitor(site)]
  const { userId, email } = visitor.account
  const words = 'Zeile eins\n„zwei“ 🚪'
  expect(
    (await putNote(site, { userId, cookie: visitor.cookie }, randomUUID(), { text: words })).status,
  ).toBe(200)
  const response = await download(site, visitor)
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename*=UTF-8''${encodeURIComponent(brand.name)}-account.json`,
  )
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const text = await response.text()
  expect(text).toContain('\n  "profile": {\n')
  expect(JSON.parse(text)).toMatchObject({
    madeAt: expect.stringMatching(/^\d{4}-.*Z$/),
    // All the provider's fields: `account/profile`.
    profile: { userId, email, emailVerified: true, phoneNumber: null, tenantId: null },
    notes: [{ text: words }],
    sessions: [{ device: expect.any(String), endedAt: null }],
  })
  expect(text).not.toContain(other.account.userId)
  expect(text).not.toMatch(/hash/i)
})

test('a file that fails midway breaks off, and never ends as if it were complete', async ({ site }) => {
  const visitor = await signInVisitor(site)
  const client = new Client({ connectionString: site.databaseUrl ?? '' })
  await client.connect()
  try {
    // The query for the notes waits until its connection breaks, after the file has started.
    await client.query('begin; lock table notes in access exclusive mode')
    const response = await download(site, visitor)
    expect(response.status).toBe(200)
    const text = response.text().catch((error: unknown) => error)
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'`
    await expect.poll(async () => (await client.query(end)).rowCount).toBeGreaterThan(0)
    expect(await text).toBeInstanceOf(TypeError)
  } finally {
    await client.end()
  }
  const events = site.records().filter(({ userId }) => userId === visitor.account.userId)
  expect(events.map(({ event }) => event)).not.toContain('account.exported')
  const whole = await (await download(site, visitor)).json()
  expect(whole).toMatchObject({ notes: [], shares: [], shareOpenings: [] })
})

test('a navigation to the file never shows a code: it gets the file, words, or a page to sign in', async ({
  site,
}) => {
  const visitor = await signInVisitor(site)
  const navigation = (from: string) => ({ 'sec-fetch-dest': 'document', 'sec-fetch-site': from })
  for (const from of ['same-origin', 'none'])
    expect((await download(site, visitor, navigation(from))).status, from).toBe(200)
  const foreign = await download(site, visitor, navigation('cross-site'))
  expect(foreign.status).toBe(403)
  expect(await foreign.text()).toBe('Download your data from your account page on this site.\n')
  expectPersonal(foreign)

  for (const [getCookie, ledTo] of deadCookies) {
    const dead = await signInVisitor(site)
    const cookie = await getCookie(dead)
    const response = await download(site, { ...dead, cookie }, navigation('same-origin'))
    expect(response.status, ledTo).toBe(303)
    expectPersonal(response)
    const next = await call(site, 'GET', response.headers.get('location') ?? '', cookie)
    expect(next.headers.get('location')).toBe(ledTo)
  }
})

test('a user with the longest possible profile can still sign in', async ({ site }) => {
  const account = await createAccount(site)
  const start = 'https://example.com/'
  await changeAccount(site, account.userId, {
    displayName: 'ウ'.repeat(200),
    photoUrl: start + 'x'.repeat(700 - start.length),
  })
  const { value } = sessionCookieOf(await postToken(site, (await repeatSignIn(site, account)).idToken))
  // A browser drops a cookie whose name and value are longer.
  expect(`__session${value}`.length).toBeLessThanOrEqual(4_096)
  expect(await (await getNotesPage(site, value)).text()).toContain('<h1>Your notes</h1>')
})

const misdirected: [body: string | undefined, status: number, code: string][] = [
  ['{"userId":"of-another-tab"}', 401, 'other-user'],
  ['{"userId":7}', 400, 'no-user'],
  ['{}', 400, 'no-user'],
  ['{"userId":', 400, 'no-user'],
  [undefined, 400, 'no-user'],
]

test('a deletion that isn’t meant for this user is refused, and nothing is deleted', async ({ site }) => {
  const { cookie } = await signInVisitor(site)
  for (const [body, status, code] of misdirected) {
    const response = await call(site, 'DELETE', '/api/account', cookie, body === undefined ? {} : { body })
    expect(await codeOf(response), body).toEqual([status, code])
  }
  expect(await isSignedIn(site, cookie)).toBe(true)
})

test('a deletion removes the cookie, also after one at the provider; a second fails', async ({ site }) => {
  const [visitor, deleted] = [await signInVisitor(site), await signInVisitor(site)]
  await removeAccount(site, deleted.account.userId)
  for (const caller of [visitor, deleted]) {
    const response = await remove(site, caller)
    expect(response.status).toBe(204)
    expect(sessionCookieOf(response)).toMatchObject({ value: '' })
    expect(sessionCookieOf(response).attributes.get('max-age')).toBe('0')
    expect((await remove(site, caller)).status).toBe(401)
  }
})
