import { createAccount, unsignedToken } from '../support/accounts'
import { expect, siteTest as test } from '../support/fixtures'
import type { Site } from '../support/site'

type Call = { method: string; headers?: Record<string, string> }

/** A request without a browser's headers. */
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

/** In pairs: each token from our own page, a good one from each origin. */
const posts: [origin: Origin, token: Token, status: number][] = [
  ['own', 'none', 400],
  ['own', 'garbage', 400],
  ['own', 'unknown-user', 401],
  ['own', 'other-project', 401],
  ['own', 'expired', 401],
  ['own', 'fresh', 204],
  ['none', 'fresh', 204],
  ['own, without fetch metadata', 'fresh', 204],
  ['foreign', 'fresh', 403],
  ['foreign, without fetch metadata', 'fresh', 403],
  ['a sister site', 'fresh', 403],
  ['opaque', 'fresh', 403],
]

for (const [origin, token, status] of posts)
  test(`origin ${origin}, token ${token}: a POST is answered ${status}, and a DELETE by its origin`, async ({
    site,
  }) => {
    const headers = { ...origins[origin](site), ...(await headersFor(site, token)) }
    const response = await call(site, { method: 'POST', headers })
    expect([response.status, response.headers.has('set-cookie')]).toEqual([status, status === 204])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('vary')).toContain('Cookie')
    const ended = await call(site, { method: 'DELETE', headers: origins[origin](site) })
    const isRefused = status === 403
    expect(ended.status).toBe(isRefused ? 403 : 204)
    expect(ended.headers.get('set-cookie')?.includes('Max-Age=0') ?? false).toBe(!isRefused)
  })

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

test('GET returns the session’s user, and is never cached', async ({ site }) => {
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
