import { createAccount, unsignedToken } from '../support/accounts'
import { expect, siteTest as test } from '../support/fixtures'
import type { Site } from '../support/site'

type Call = { method: string; headers?: Record<string, string> }

/** A request as curl would send it; no browser adds headers of its own. */
function call(site: Site, { method, headers = {} }: Call): Promise<Response> {
  return fetch(`${site.url}/api/session`, { method, headers, redirect: 'manual' })
}

const tokens = ['none', 'fresh', 'garbage', 'unknown-user', 'other-project', 'expired'] as const
type Token = (typeof tokens)[number]

async function headersFor(site: Site, token: Token): Promise<Record<string, string>> {
  if (token === 'none') return {}
  return { authorization: `Bearer ${await tokenFor(site, token)}` }
}

async function tokenFor(site: Site, token: Exclude<Token, 'none'>): Promise<string> {
  const account = await createAccount(site)
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: 'https://securetoken.google.com/demo-foyer',
    aud: 'demo-foyer',
    sub: account.userId,
    user_id: account.userId,
    auth_time: now,
    iat: now,
    exp: now + 3600,
    firebase: {},
  }
  if (token === 'fresh') return account.idToken
  if (token === 'garbage') return 'not-a-token'
  if (token === 'unknown-user') return unsignedToken({ ...claims, sub: 'nobody', user_id: 'nobody' })
  if (token === 'other-project') return unsignedToken({ ...claims, aud: 'demo-other' })
  return unsignedToken({ ...claims, iat: now - 7200, exp: now - 3600 })
}

const origins = {
  none: () => ({}),
  own: (site: Site) => ({ origin: site.url, 'sec-fetch-site': 'same-origin' }),
  'own, without fetch metadata': (site: Site) => ({ origin: site.url }),
  foreign: () => ({ origin: 'https://other.example', 'sec-fetch-site': 'cross-site' }),
  'foreign, without fetch metadata': () => ({ origin: 'https://other.example' }),
  'a sister site': (site: Site) => ({ origin: site.url, 'sec-fetch-site': 'same-site' }),
  opaque: () => ({ origin: 'null' }),
} as const
type Origin = keyof typeof origins

const crossSite: Origin[] = ['foreign', 'foreign, without fetch metadata', 'a sister site', 'opaque']
const statusOfToken: Record<Token, number> = {
  none: 400,
  fresh: 204,
  garbage: 400,
  'unknown-user': 401,
  'other-project': 401,
  expired: 401,
}

for (const origin of Object.keys(origins) as Origin[]) {
  for (const token of tokens) {
    const expected = crossSite.includes(origin) ? 403 : statusOfToken[token]

    test(`POST, origin ${origin}, token ${token}: ${expected}`, async ({ site }) => {
      const headers = { ...origins[origin](site), ...(await headersFor(site, token)) }
      const response = await call(site, { method: 'POST', headers })
      expect(response.status).toBe(expected)
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect(response.headers.get('vary')).toContain('Cookie')
      expect(response.headers.has('set-cookie')).toBe(expected === 204)
    })
  }

  const expected = crossSite.includes(origin) ? 403 : 204
  test(`DELETE, origin ${origin}: ${expected}`, async ({ site }) => {
    const response = await call(site, { method: 'DELETE', headers: origins[origin](site) })
    expect(response.status).toBe(expected)
    if (expected === 204) expect(response.headers.get('set-cookie')).toContain('Max-Age=0')
    else expect(response.headers.get('set-cookie')).toBeNull()
  })
}

for (const method of ['PUT', 'PATCH']) {
  test(`${method}: 405`, async ({ site }) => {
    expect((await call(site, { method, headers: await headersFor(site, 'fresh') })).status).toBe(405)
  })
}

for (const authorization of [
  'Bearer',
  'Bearer ',
  'Basic dTpw',
  'Bearer a.b.c d',
  `Bearer ${'a'.repeat(9000)}`,
]) {
  test(`POST with the header "${authorization.slice(0, 20)}": 400`, async ({ site }) => {
    expect((await call(site, { method: 'POST', headers: { authorization } })).status).toBe(400)
  })
}

test('the cookie is HttpOnly, Lax, for the whole site, and lives for lifetime and grace', async ({
  site,
}) => {
  const response = await call(site, { method: 'POST', headers: await headersFor(site, 'fresh') })
  const parts = (response.headers.get('set-cookie') ?? '').split('; ')
  expect(parts[0]).toMatch(/^__session=[\w-]+\.[\w-]+\.$/)
  expect(parts).toEqual(
    expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=lax', `Max-Age=${19 * 86_400}`]),
  )
  expect(parts).not.toContain('Secure')
})

test('GET tells whether there is a session and whose, and nobody keeps the answer', async ({ site }) => {
  const opened = await call(site, { method: 'POST', headers: await headersFor(site, 'fresh') })
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const signedIn = await call(site, { method: 'GET', headers: { cookie } })
  expect(await signedIn.json()).toEqual({
    signedIn: true,
    userId: expect.any(String),
    name: null,
    email: expect.stringMatching(/@example\.com$/),
    needsRenewal: false,
  })
  expect(signedIn.headers.get('cache-control')).toBe('private, no-store')
  expect(await (await call(site, { method: 'GET' })).json()).toEqual({ signedIn: false })
})

test('a token of the same person leaves a live session as it is: 204 without a cookie', async ({ site }) => {
  const headers = await headersFor(site, 'fresh')
  const opened = await call(site, { method: 'POST', headers })
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const again = await call(site, { method: 'POST', headers: { ...headers, cookie } })
  expect(again.status).toBe(204)
  expect(again.headers.has('set-cookie')).toBe(false)
})

test('the log tells who opened a session and never what with', async ({ site }) => {
  const account = await createAccount(site)
  await call(site, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${account.idToken}`,
      'x-forwarded-for': '203.0.113.9',
      'x-foyer-socket-address': '203.0.113.9',
    },
  })
  const records = () => site.records().filter(({ userId }) => userId === account.userId)
  await expect
    .poll(records)
    .toContainEqual(expect.objectContaining({ event: 'session.opened', clientAddress: '127.0.0.1' }))
  const log = JSON.stringify(site.records())
  expect(log).not.toContain(account.email)
  expect(log).not.toContain(account.idToken.split('.')[1])
})
