import { pages } from '@/lib/site/pages'
import { createAccount } from '../support/accounts'
import { agents } from '../support/agents'
import { expect, siteTest as test } from '../support/fixtures'
import { get, postToken, sessionCookieOf } from '../support/requests'

const document = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }

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

const anyUnknown = /<title>Page Not Found · [^<]*<[\s\S]*>Page Not Found</
const brokenLink =
  /<title>This link doesn’t work · [^<]*<[\s\S]*<h1>This link doesn’t work<[\s\S]*>It may have expired or been turned off\.</

const unknown: [path: string, agent: string, bot: string | false][] = [
  ['/no/such/page', agents.person, false],
  ['/share/not-a-uuid', agents.person, false],
  ['/share/not-a-uuid/below', '', false],
  ['/wp-login.php', agents.Googlebot, 'Googlebot'],
]

for (const [path, agent, bot] of unknown)
  test(`${path} is a 404 with ${bot ? 'nothing in it' : 'words'}, and a line in the log`, async ({
    site,
  }) => {
    const referer = `${site.url}/terms?from=kept-out`
    const headers = { 'user-agent': agent, referer, 'x-foyer-request-id': 'made-up', ...document }
    const response = await get(site, path, headers)
    const html = await response.text()
    const requestId = response.headers.get('x-request-id') ?? ''
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
    const reference = requestId.slice(0, 13)
    expect([response.status, response.headers.get('server-timing')]).toEqual([
      404,
      `reference;desc="${reference}"`,
    ])
    if (!bot) expect(html).toMatch(path === '/share/not-a-uuid' ? brokenLink : anyUnknown)
    if (bot) {
      expect([html, response.headers.get('x-robots-tag')]).toEqual(['', 'noindex'])
      expect(response.headers.get('cache-control')).toContain('no-store')
    }
    const line = () => site.records().find((record) => record.requestId === requestId)
    await expect.poll(line).toMatchObject({
      event: 'route.unknown',
      reference,
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

test('the return path keeps its query, and an unknown path becomes the notes', async ({ site }) => {
  expect((await get(site, '/app?tab=2')).headers.get('location')).toBe('/login?next=%2Fapp%3Ftab%3D2')
  expect((await get(site, '/app/below')).headers.get('location')).toBe('/login?next=%2Fapp')
})

test('a fetch or prefetch without a session is refused, not sent elsewhere', async ({ site }) => {
  for (const headers of [{}, { rsc: '1' }, { rsc: '1', 'next-router-prefetch': '1' }]) {
    const response = await get(site, '/app', { 'sec-fetch-dest': 'empty', ...headers })
    expect([response.status, await response.json()]).toEqual([401, { code: 'no-session' }])
  }
})

test('the configuration page shows no more than /api/config does, and masks the key', async ({ site }) => {
  const html = await (await get(site, '/debug-config')).text()
  const config = await (await get(site, '/api/config')).json()
  const shown = [...html.matchAll(/<dd><code>(.*?)<\/code><\/dd>/g)].map(([, value]) => value)
  const sent = valuesIn(config).map((value) => (value === 'demo-api-key' ? 'demo…ey' : value))
  expect(shown.length).toBeGreaterThan(5)
  expect(shown).toEqual(sent)
  expect(html).not.toContain('demo-api-key')
})

/** All values of a JSON document, in its order. */
function valuesIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(valuesIn)
  return [value === null ? 'not set' : String(value)]
}

test('who is signed in leaves the sign-in page for a page of this site alone', async ({ site }) => {
  const cookie = sessionCookieOf(await postToken(site, (await createAccount(site)).idToken)).value
  for (const [query, ledTo] of [
    ['', '/app'],
    ['?next=%2Fterms', '/terms'],
    ['?next=https%3A%2F%2Fother.example%2Fapp', '/app'],
    ['?next=%2F%2Fother.example', '/app'],
    ['?next=%2F%5Cother.example', '/app'],
  ] as const) {
    const response = await get(site, `/login${query}`, { ...document, cookie: `__session=${cookie}` })
    expect([response.status, response.headers.get('location')], query).toEqual([307, ledTo])
  }
})
