/** Attacks on a site that checks Google's signatures: by forged cookies, and by requests alone. */
import { expect } from '@playwright/test'
import { UnsecuredJWT } from 'jose'
import { pages } from '@/lib/site/pages'
import type { Google } from '../support/google/google'
import { nowSeconds } from '../support/google/tokens'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import type { Site } from '../support/site'
import { test, type World } from '../support/world'

type Victim = { userId: string; email: string; idToken: string; cookie: string }

let world: World
let google: Google
let site: Site
let accounts = 0

test.beforeAll(({ world: opened }) => {
  world = opened
  google = world.google
  site = world.site
})

/** A new account, signed in. */
async function signIn(): Promise<Victim> {
  accounts += 1
  const { id, email } = google.accounts.add(`victim-${accounts}@example.com`, 'correct horse')
  const idToken = await google.idToken(email)
  const opened = await postToken(site, idToken)
  return { userId: id, email, idToken, cookie: sessionCookieOf(opened).value }
}

const open = (path: string, init: RequestInit = {}) => fetch(site.url + path, { redirect: 'manual', ...init })
const withCookie = (cookie: string) => ({ headers: { cookie: `__session=${cookie}` } })

// All kinds are in `session/token`.
test('ASVS 9.1: an unsigned cookie opens nothing', async () => {
  const { userId } = await signIn()
  const cookie = new UnsecuredJWT({
    iss: `https://session.firebase.google.com/${google.projectId}`,
    aud: google.projectId,
    sub: userId,
    auth_time: nowSeconds(),
    iat: nowSeconds(),
    exp: nowSeconds() + 3600,
  }).encode()
  expect((await open('/app', withCookie(cookie))).status).toBe(307)
  expect(await (await open('/api/session', withCookie(cookie))).json()).toEqual({ signedIn: false })
})

test('ASVS 3.3.1: on a host that is not this machine the cookie is Secure', async ({ request }) => {
  const { idToken } = await signIn()
  const headers = { authorization: `Bearer ${idToken}`, host: 'foyer.example' }
  const response = await request.post(`${site.url}/api/session`, { headers })
  expect(response.status()).toBe(204)
  expect(response.headers()['set-cookie']).toMatch(/^__session=[^;]+;.*; Secure(;|$)/)
})

test('ASVS 3.5.3: no image, link or form of another site signs anybody out', async () => {
  const { cookie } = await signIn()
  const image = { cookie: `__session=${cookie}`, 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' }
  for (const path of ['/api/session', '/api/session/ended', '/api/session?_method=DELETE'])
    expect((await open(path, { headers: image })).headers.has('set-cookie')).toBe(false)
  const foreign = {
    cookie: `__session=${cookie}`,
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
  }
  for (const path of ['/api/session', '/api/sessions?which=all'])
    expect((await open(path, { method: 'DELETE', headers: foreign })).status).toBe(403)
  expect((await open('/app', withCookie(cookie))).status).toBe(200)
})

test('a method in a header or in the address is not taken for the method', async () => {
  const { cookie } = await signIn()
  const names = ['x-http-method-override', 'x-method-override']
  const headers = {
    ...withCookie(cookie).headers,
    ...Object.fromEntries(names.map((name) => [name, 'DELETE'])),
  }
  expect((await open('/api/session?_method=DELETE', { method: 'POST', headers })).status).toBe(400)
  expect((await open('/app', withCookie(cookie))).status).toBe(200)
})

const guardedPages = pages
  .filter(({ guard }) => guard === 'session')
  .map(({ pattern }) => pattern.replace('{uuid}', '3f0c2f4e-7a6b-4d7c-9f1e-0a1b2c3d4e5f'))

const subrequest = (...names: string[]) => ({ 'x-middleware-subrequest': names.join(':') })
const tricks: [string, RequestInit][] = [
  ['x-middleware-subrequest', { headers: subrequest(...Array(5).fill('middleware')) }],
  ['x-middleware-subrequest for src', { headers: subrequest(...Array(3).fill('src/middleware')) }],
  ['next-action', { method: 'POST', headers: { 'next-action': 'a'.repeat(42) } }],
  ['x-forwarded-host', { headers: { 'x-forwarded-host': 'localhost', 'x-forwarded-for': '127.0.0.1' } }],
  [
    'x-foyer-socket-address',
    { headers: { 'x-foyer-socket-address': '127.0.0.1', 'x-foyer-request-id': 'x' } },
  ],
]

// In pairs, as every guarded page has the same guard.
for (const [index, [name, init]] of tricks.entries()) {
  const path = guardedPages[index % guardedPages.length] ?? ''
  test(`ASVS 8.3.1: ${path} stays shut for a request with ${name}`, async () => {
    const response = await open(path, init)
    expect([307, 401, 405]).toContain(response.status)
    expect(await response.text()).not.toMatch(/Your notes|Your account/)
  })
}

test('ASVS 8.3.1: nothing lies open at other spellings of a guarded page', async () => {
  for (const path of guardedPages)
    for (const variant of [
      `${path}.rsc`,
      `${path}.segments/_tree.segment.rsc`,
      `/_next/data/x${path}.json`,
      `/%2e${path}`,
      path.toUpperCase(),
    ]) {
      const response = await open(variant)
      expect([307, 308, 401, 404], variant).toContain(response.status)
      expect(await response.text()).not.toMatch(/Your notes|Your account/)
    }
})

const verdicts: Record<string, (email: string) => void> = {
  disabled: (email) => google.accounts.change(email, { disabled: true }),
  removed: (email) => google.accounts.remove(email),
  'signed out': (email) => google.accounts.change(email, { validSinceSeconds: nowSeconds() + 5 }),
}

for (const [what, judge] of Object.entries(verdicts)) {
  test(`ASVS 7.4.2: a person the provider has ${what} is out within a minute`, async () => {
    const { userId, email, idToken, cookie } = await signIn()
    judge(email)
    const aMinuteLater = `update sessions set checked_at = now() - interval '1 minute' where uid = $1`
    await world.query(aMinuteLater, [userId])
    // A visit after the minute causes the check, which counts from the next visit.
    await expect.poll(async () => (await getNotesPage(site, cookie)).status).toBe(307)
    expect(await (await open('/api/session', withCookie(cookie))).json()).toEqual({ signedIn: false })
    expect((await postToken(site, idToken)).status).toBe(401)
  })
}
