import { pages } from '@/lib/site/pages'
import { createAccount, unsignedToken } from '../support/accounts'
import { expect, siteTest as test } from '../support/fixtures'
import type { Site } from '../support/site'

const document = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }

function get(site: Site, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(site.url + path, { headers, redirect: 'manual' })
}

function sessionCookie(changes: object): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: 'https://session.firebase.google.com/demo-foyer',
    aud: 'demo-foyer',
    sub: 'somebody',
    auth_time: now,
    iat: now,
    exp: now + 3600,
  }
  return `__session=${unsignedToken({ ...claims, ...changes })}`
}

const guarded = [
  ...pages
    .filter(({ guard }) => guard === 'session')
    .map(({ pattern }) => pattern.replace('{uuid}', '3f0c2f4e-7a6b-4d7c-9f1e-0a1b2c3d4e5f')),
  '/app/below',
  '/share/0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e/below',
  '/%61pp',
  '/app?tab=2',
]

for (const path of guarded) {
  test(`${path} sends a visitor without a session to sign in`, async ({ site }) => {
    const response = await get(site, path, document)
    expect(response.status).toBe(307)
    expect(response.headers.get('location')).toMatch(/^\/login\?next=%2F/)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })
}

const person = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const agents: { who: string; agent: string; bot: string | false }[] = [
  { who: 'a person', agent: person, bot: false },
  { who: 'nobody in particular', agent: '', bot: false },
  {
    who: 'Googlebot',
    agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    bot: 'Googlebot',
  },
  {
    who: 'the preview of Slack',
    agent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    bot: 'Slackbot-LinkExpanding',
  },
]

const anyUnknown = /<title>Page Not Found · Foyer<[\s\S]*>Page Not Found<[\s\S]*>Page not found</
const brokenLink =
  /<title>This link doesn’t work · Foyer<[\s\S]*<h1>This link doesn’t work<[\s\S]*>It may have expired or been turned off\.</

for (const path of ['/no/such/page', '/share/not-a-uuid', '/share/not-a-uuid/below', '/wp-login.php']) {
  for (const { who, agent, bot } of agents) {
    test(`${path} is a 404 for ${who}, ${bot ? 'with nothing in it' : 'with words'}, and a line in the log`, async ({
      site,
    }) => {
      const referer = `${site.url}/terms?from=kept-out`
      const response = await get(site, path, { 'user-agent': agent, referer, ...document })
      expect(response.status).toBe(404)
      const html = await response.text()
      if (!bot) expect(html).toMatch(path === '/share/not-a-uuid' ? brokenLink : anyUnknown)
      if (bot) {
        expect(html).toBe('')
        expect(response.headers.get('x-robots-tag')).toBe('noindex')
        expect(response.headers.get('cache-control')).toContain('no-store')
      }
      const requestId = response.headers.get('x-request-id') ?? ''
      const line = () => site.records().find((record) => record.requestId === requestId)
      expect(response.headers.get('server-timing')).toBe(`reference;desc="${requestId.slice(0, 13)}"`)
      await expect.poll(line).toMatchObject({
        event: 'route.unknown',
        reference: requestId.slice(0, 13),
        status: 404,
        method: 'GET',
        path,
        bot,
        rendered: !bot,
        referrer: '/terms',
      })
      // The address is kept of bots only.
      expect(line()?.clientAddress).toBe(bot ? '127.0.0.1' : undefined)
    })
  }
}

test('the return path keeps its query, and a path that is no page becomes the account page', async ({
  site,
}) => {
  expect((await get(site, '/app?tab=2')).headers.get('location')).toBe('/login?next=%2Fapp%3Ftab%3D2')
  expect((await get(site, '/app/below')).headers.get('location')).toBe('/login?next=%2Fapp')
})

const requests: { what: string; init: RequestInit }[] = [
  { what: 'a fetch', init: { headers: { 'sec-fetch-dest': 'empty' } } },
  { what: 'a server component request', init: { headers: { rsc: '1', 'sec-fetch-dest': 'empty' } } },
  {
    what: 'a prefetch',
    init: { headers: { rsc: '1', 'next-router-prefetch': '1', 'sec-fetch-dest': 'empty' } },
  },
]

for (const { what, init } of requests) {
  test(`${what} without a session is refused, not sent elsewhere`, async ({ site }) => {
    const response = await fetch(`${site.url}/app`, { ...init, redirect: 'manual' })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ code: 'no-session' })
  })
}

test('a header of the framework’s own does not open the door', async ({ site }) => {
  const headers = { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' }
  expect((await get(site, '/app', headers)).status).toBe(307)
})

const cookies: { what: string; cookie: () => string; status: number; location?: string }[] = [
  {
    what: 'an invented',
    cookie: () => sessionCookie({}),
    status: 307,
    location: '/api/session/ended?next=%2Fapp',
  },
  {
    what: 'an expired',
    cookie: () => sessionCookie({ exp: 1 }),
    status: 307,
    location: '/auth/silent-refresh?next=%2Fapp',
  },
  {
    what: 'another project’s',
    cookie: () => sessionCookie({ aud: 'demo-other' }),
    status: 307,
    location: '/login?next=%2Fapp',
  },
  { what: 'a garbled', cookie: () => '__session=garbled', status: 307, location: '/login?next=%2Fapp' },
]

for (const { what, cookie, status, location } of cookies) {
  test(`${what} cookie at /app: ${status}`, async ({ site }) => {
    const response = await get(site, '/app', { cookie: cookie() })
    expect(response.status).toBe(status)
    expect(response.headers.get('location')).toBe(location ?? null)
  })
}

test('an ID token is no session cookie', async ({ site }) => {
  const { idToken } = await createAccount(site)
  expect((await get(site, '/app', { cookie: `__session=${idToken}` })).status).toBe(307)
})

test('every answer names its request, as the log does', async ({ site }) => {
  const response = await get(site, '/no/such/page/at/all', { 'x-foyer-request-id': 'made-up' })
  const requestId = response.headers.get('x-request-id')
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  await expect
    .poll(() => site.records())
    .toContainEqual(expect.objectContaining({ requestId, path: '/no/such/page/at/all' }))
})

test('the configuration page shows no more than /api/config does, and masks the key', async ({ site }) => {
  const html = await (await get(site, '/debug-config')).text()
  const config = await (await get(site, '/api/config')).json()
  const shown = [...html.matchAll(/<dd[^>]*>(.*?)<\/dd>/g)].map(([, value]) => value)
  const told = valuesIn(config).map((value) => (value === 'demo-api-key' ? 'demo…ey' : value))
  expect(shown.length).toBeGreaterThan(5)
  expect(shown).toEqual(told)
  expect(html).not.toContain('demo-api-key')
})

/** All values of a JSON document, in its order. */
function valuesIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(valuesIn)
  return [value === null ? 'not set' : String(value)]
}
