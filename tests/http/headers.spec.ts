import { consentBoot } from '@/lib/consent/boot'
import { hashSource } from '@/lib/http/security-headers'
import { themeBoot } from '@/lib/theme'
import { createAccount, uncheckableCookie } from '../support/accounts'
import {
  closed,
  expectPersonal,
  expectStylesInside,
  firstAnswer,
  get,
  headersOf,
  hsts,
  ofDocument,
  sourcesOf,
} from '../support/answers'
import { expect, siteTest as test } from '../support/fixtures'
import { launchSite, type Site, startSite } from '../support/site'

const behindTls = { 'x-forwarded-host': 'www.example.com', 'x-forwarded-proto': 'https' }
const document = { 'sec-fetch-dest': 'document' }

/** A site of the internet, from the same build: real provider, a tag, https in front, and its keys out of reach. */
let publicSite: Site

test.beforeAll(async () => {
  test.setTimeout(180_000)
  publicSite = await startSite({
    env: {
      FIREBASE_WEBAPP_CONFIG: '{"apiKey":"key","projectId":"foyer-public"}',
      SESSION_KEYS_URL: 'http://127.0.0.1:1/keys',
      GTAG_ID: 'G-TEST1',
      TRUSTED_PROXIES: '1',
    },
  })
})

test.afterAll(() => publicSite.stop())

const ofSecretAddress = { ...ofDocument, 'referrer-policy': 'strict-origin' }
for (const path of ['/', '/terms', '/privacy', '/contact', '/no/such/page', '/%6cogin']) {
  test(`${path} is prerendered, and its policy names exactly its inline scripts`, async ({ site }) => {
    const response = await get(site, path)
    const html = await response.text()
    expectStylesInside(response, html)
    const inline = [...html.matchAll(/<script(?: id="_R_")?>(.*?)<\/script>/gs)]
    const hashes = await Promise.all(inline.map(([, script = '']) => hashSource(script)))
    expect(headersOf(response)).toEqual(ofDocument)
    expect(String([...response.headers])).toMatch(/x-nextjs-cache,HIT|cache-control,s-maxage=31536000/)
    expect(hashes.length).toBeGreaterThan(1)
    expect(sourcesOf(response, 'script-src')).toEqual(["'self'", ...hashes])
  })
}

for (const path of ['/login', '/auth/success', '/auth/silent-refresh', '/auth/action', '/debug-config']) {
  test(`${path} has a fresh nonce, on each of its scripts, and is for one visitor`, async ({ site }) => {
    const nonces = []
    for (let visit = 0; visit < 2; visit++) {
      const response = await get(site, path, { 'content-security-policy': "script-src 'nonce-made-up'" })
      expect(response.status).toBe(200)
      expect(headersOf(response)).toEqual(path === '/auth/action' ? ofSecretAddress : ofDocument)
      expectPersonal(response)
      const [self, source = '', ...others] = sourcesOf(response, 'script-src')
      const popups = path === '/login' ? ['https://apis.google.com'] : []
      const boots = await Promise.all([themeBoot, consentBoot].map(hashSource))
      expect([self, others]).toEqual(["'self'", [...boots, ...popups]])
      const page = await response.text()
      const html = page.replace(`<script>${themeBoot}</script><script>${consentBoot}</script>`, '')
      expect(html).not.toBe(page)
      expectStylesInside(response, html)
      const scripts = html.match(/<script[^>]*>/g) ?? []
      expect(scripts.length).toBeGreaterThan(3)
      const nonce = /^'nonce-(.{24})'$/.exec(source)?.[1]
      expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([])
      nonces.push(nonce)
    }
    expect(nonces[0]).not.toBe(nonces[1])
  })
}

test('pages behind a session have a nonce, too, and 404 pages below them the hashes', async ({ site }) => {
  const { idToken } = await createAccount(site)
  const opened = await fetch(`${site.url}/api/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}` },
  })
  expect([opened.status, headersOf(opened)]).toEqual([
    204,
    { ...closed, 'set-cookie': expect.stringContaining('__session=') },
  ])
  expectPersonal(opened)
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  for (const [path, status] of [
    ['/app', 200],
    ['/share/0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e', 404],
  ] as const) {
    const response = await get(site, path, { cookie })
    expect([response.status, headersOf(response)]).toEqual([status, ofDocument])
    expect(sourcesOf(response, 'script-src')[1]).toMatch(/^'nonce-/)
    expectPersonal(response)
    if (status === 200) expectStylesInside(response, await response.text())
  }
  const below = await get(site, '/app/below', { cookie })
  expect([below.status, headersOf(below)]).toEqual([404, ofDocument])
  expect(sourcesOf(below, 'script-src')[1]).toMatch(/^'sha256-/)
  expect(below.headers.get('cache-control')).toMatch(/^private, .*no-store/)
})

test('a redirect and a refusal of the guard are closed and for one visitor', async ({ site }) => {
  const redirect = await get(site, '/app', document)
  const refusal = await get(site, '/app', { 'sec-fetch-dest': 'empty' })
  for (const [response, status] of [
    [redirect, 307],
    [refusal, 401],
  ] as const) {
    expect([response.status, headersOf(response)]).toEqual([status, closed])
    expectPersonal(response)
  }
})

for (const path of ['/api/session', '/api/config', '/api/contact', '/icon.svg', '/favicon.ico', '/terms/']) {
  test(`${path}, which is no document, may do nothing if opened as one`, async ({ site }) => {
    expect(headersOf(await get(site, path))).toEqual(closed)
  })
}

test('the state of the session is for one visitor, the configuration for all', async ({ site }) => {
  expectPersonal(await get(site, '/api/session'))
  expect((await get(site, '/api/config')).headers.get('cache-control')).toBe('public, max-age=60')
})

test('files of the build, and what a soft navigation fetches, may do nothing if opened as documents', async ({
  site,
}) => {
  const chunk = /\/_next\/static\/chunks\/[^"]+\.js/.exec(await (await get(site, '/')).text())?.[0] ?? ''
  expect(headersOf(await get(site, chunk))).toEqual(closed)
  const fetched = await get(site, '/terms?_rsc', { rsc: '1' })
  expect(fetched.headers.get('content-type')).toBe('text/x-component')
  expect(headersOf(fetched)).toEqual(closed)
})

test('a page that has not changed comes with the policy of this run', async ({ site, request }) => {
  const first = await get(site, '/')
  const again = await request.get(site.url, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  expect(again.status()).toBe(304)
  expect(again.headers()['content-security-policy']).toBe(first.headers.get('content-security-policy'))
})

const connections = [
  'https://identitytoolkit.googleapis.com',
  'https://securetoken.googleapis.com',
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://*.googletagmanager.com',
]

for (const path of ['/', '/no/such/page', '/login']) {
  test(`two sites of one build have policies of their own: ${path}`, async ({ site }) => {
    const [embedded, open] = [await get(site, path), await get(publicSite, path)]
    expect(sourcesOf(embedded, 'connect-src')).toEqual(["'self'", site.emulatorUrl])
    expect(sourcesOf(open, 'connect-src')).toEqual(["'self'", ...connections])
    expect(sourcesOf(embedded, 'script-src').join()).not.toContain('googletagmanager')
    expect(sourcesOf(open, 'script-src')).toContain('https://www.googletagmanager.com')
  })
}

for (const path of ['/', '/login', '/app', '/api/config', '/no/such/page', '/icon.svg']) {
  test(`${path} is told to stay https over https alone, which only a trusted proxy can say`, async ({
    site,
  }) => {
    expect(Object.keys(headersOf(await get(site, path, behindTls)))).not.toContain(
      'strict-transport-security',
    )
    expect(headersOf(await get(publicSite, path, behindTls))).toMatchObject(hsts)
    expect(Object.keys(headersOf(await get(publicSite, path)))).not.toContain('strict-transport-security')
  })
}

test('when nobody can check the session, the page says so under a policy of its own', async () => {
  const cookie = `__session=${uncheckableCookie()}`
  const response = await get(publicSite, '/app', { ...document, cookie })
  const style = /<style>(.*)<\/style>/s.exec(await response.text())?.[1] ?? ''
  expect([response.status, headersOf(response)]).toEqual([503, ofDocument])
  expectPersonal(response)
  expect(sourcesOf(response, 'style-src')).toEqual([await hashSource(style)])
  expect(sourcesOf(response, 'script-src')).toEqual([await hashSource(themeBoot)])
  const fetched = await get(publicSite, '/app', { 'sec-fetch-dest': 'empty', cookie })
  expect([fetched.status, headersOf(fetched)]).toEqual([503, closed])
  expectPersonal(fetched)
})

test('what came while the site was starting is answered with all headers', async () => {
  test.setTimeout(180_000)
  const launch = await launchSite({ env: { FIREBASE_WEBAPP_CONFIG: '{"apiKey":"key","projectId":"foyer"}' } })
  try {
    const first = await firstAnswer(launch.url)
    expect([first.status, headersOf(first)]).toEqual([200, ofDocument])
  } finally {
    await launch.stop()
  }
})
