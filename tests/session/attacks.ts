/** Attacks on a site: by tokens and cookies, and by requests alone. */
import { expect, type TestType } from '@playwright/test'
import { pages } from '@/lib/site/pages'
import type { Site } from '../support/site'

export type Victim = { userId: string; email: string; idToken: string; cookie: string }

/** A site and users signed in on it. */
export type Target = {
  site: Site
  /** A new account, signed in, with a session cookie of the site. */
  signIn: () => Promise<Victim>
}

/** Also makes tokens. */
export type TokenTarget = Target & {
  /** A correctly signed ID token of this user with other claims. */
  idToken: (victim: Victim, changes: object) => Promise<string>
}

/** Cookies that the site never created, by what is wrong with them. */
export type ForgedCookies = Record<string, (victim: Victim) => Promise<string>>

// biome-ignore lint/suspicious/noExplicitAny: any test function, whatever its fixtures
type Test = TestType<any, any>

/** Attacks by tokens and cookies; `target` is called when they run. */
export function declareTokenAttacks(test: Test, target: () => TokenTarget, forged: ForgedCookies): void {
  const open = opener(target)
  const post = (headers: Record<string, string>) => open('/api/session', { method: 'POST', headers })

  async function expectShut(cookie: string): Promise<void> {
    const page = await open('/app', withCookie(cookie))
    expect(page.status).toBe(307)
    const session = await open('/api/session', withCookie(cookie))
    expect(await session.json()).toEqual({ signedIn: false })
  }

  for (const [name, forge] of Object.entries(forged))
    test(`ASVS 9.1: a cookie ${name} opens nothing`, async () => {
      await expectShut(await forge(await target().signIn()))
    })

  test('ASVS 9.2.2: an ID token is no session cookie', async () => {
    await expectShut((await target().signIn()).idToken)
  })

  test('ASVS 7.4.1: a cookie replayed after sign-out opens nothing', async () => {
    const { cookie } = await target().signIn()
    expect((await open('/app', withCookie(cookie))).status).toBe(200)
    expect((await open('/api/session', { method: 'DELETE', ...withCookie(cookie) })).status).toBe(204)
    await expectShut(cookie)
  })

  test('a stolen ID token alone, from a sign-in an hour ago, opens no session', async () => {
    const victim = await target().signIn()
    const old = await target().idToken(victim, { auth_time: Math.floor(Date.now() / 1000) - 3600 })
    const response = await post({ authorization: `Bearer ${old}` })
    expect(response.status).toBe(401)
    expect(response.headers.has('set-cookie')).toBe(false)
  })

  test('another user’s cookie does not make an old ID token good', async () => {
    const [victim, thief] = [await target().signIn(), await target().signIn()]
    const old = await target().idToken(victim, { auth_time: Math.floor(Date.now() / 1000) - 3600 })
    const response = await post({ authorization: `Bearer ${old}`, cookie: `__session=${thief.cookie}` })
    expect(response.status).toBe(401)
  })
}

/** Attacks by requests, with good tokens. */
export function declareRequestAttacks(test: Test, target: () => Target): void {
  const open = opener(target)

  test('ASVS 3.5.1: a form on another site opens no session', async () => {
    const { idToken } = await target().signIn()
    const response = await open('/api/session', {
      method: 'POST',
      headers: {
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ token: idToken }),
    })
    expect(response.status).toBe(403)
    expect(response.headers.has('set-cookie')).toBe(false)
  })

  test('ASVS 3.5.3: no image, link or form of another site signs anybody out', async () => {
    const { cookie } = await target().signIn()
    const image = {
      headers: { cookie: `__session=${cookie}`, 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' },
    }
    for (const path of ['/api/session', '/api/session/ended', '/api/session?_method=DELETE']) {
      expect((await open(path, image)).headers.has('set-cookie')).toBe(false)
    }
    const foreign = {
      cookie: `__session=${cookie}`,
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    }
    expect((await open('/api/session', { method: 'DELETE', headers: foreign })).status).toBe(403)
    expect((await open('/api/sessions?which=all', { method: 'DELETE', headers: foreign })).status).toBe(403)
    expect((await open('/app', withCookie(cookie))).status).toBe(200)
  })

  test('a method in a header or in the address is not taken for the method', async () => {
    const { cookie } = await target().signIn()
    const headers = {
      cookie: `__session=${cookie}`,
      'x-http-method-override': 'DELETE',
      'x-method-override': 'DELETE',
    }
    expect((await open('/api/session?_method=DELETE', { method: 'POST', headers })).status).toBe(400)
    expect((await open('/app', withCookie(cookie))).status).toBe(200)
  })

  const subrequest = (...names: string[]) => ({ 'x-middleware-subrequest': names.join(':') })
  const prefetch = { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' }
  const forwarded = { 'x-forwarded-host': 'localhost', 'x-forwarded-for': '127.0.0.1' }
  const ownHeaders = { 'x-foyer-socket-address': '127.0.0.1', 'x-foyer-request-id': 'x' }
  const tricks: [string, RequestInit][] = [
    ['x-middleware-subrequest', { headers: subrequest(...Array(5).fill('middleware')) }],
    ['x-middleware-subrequest for src', { headers: subrequest(...Array(3).fill('src/middleware')) }],
    ['rsc', { headers: { rsc: '1' } }],
    ['rsc prefetch', { headers: prefetch }],
    ['next-action', { method: 'POST', headers: { 'next-action': 'a'.repeat(42) } }],
    ['x-forwarded-host', { headers: forwarded }],
    ['x-foyer-socket-address', { headers: ownHeaders }],
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

  for (const path of guardedPages)
    test(`ASVS 8.3.1: nothing lies open at other spellings of ${path}`, async () => {
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

  test('nobody ends another user’s session by its number', async () => {
    const [victim, thief] = [await target().signIn(), await target().signIn()]
    const html = await (await open('/app/account', withCookie(victim.cookie))).text()
    const id = /"id":"([0-9a-f-]{36})"/.exec(html.replaceAll('\\', ''))?.[1] ?? ''
    expect(id).not.toBe('')
    const response = await open(`/api/sessions/${id}`, { method: 'DELETE', ...withCookie(thief.cookie) })
    expect(response.status).toBe(404)
    expect((await open('/app', withCookie(victim.cookie))).status).toBe(200)
  })
}

const guardedPages = pages
  .filter(({ guard }) => guard === 'session')
  .map(({ pattern }) => pattern.replace('{uuid}', '3f0c2f4e-7a6b-4d7c-9f1e-0a1b2c3d4e5f'))

/** Sends requests to the target, which only exists when the tests run. */
const opener =
  (target: () => Target) =>
  (path: string, init: RequestInit = {}) =>
    fetch(target().site.url + path, { redirect: 'manual', ...init })

const withCookie = (cookie: string) => ({ headers: { cookie: `__session=${cookie}` } })
