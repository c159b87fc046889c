/** A public site from the same build: real provider, a tag, https in front, and its keys unreachable. */
import { hashSource } from '@/lib/http/security-headers'
import { themeBoot } from '@/lib/theme'
import { unverifiableCookie } from '../support/accounts'
import { expect, siteTest as test } from '../support/fixtures'
import {
  documentHeaders,
  expectPersonal,
  fileHeaders,
  firstAnswer,
  get,
  headersOf,
  hsts,
  sourcesOf,
} from '../support/requests'
import { launchSite, type Site } from '../support/site'

const behindTls = { 'x-forwarded-host': 'www.example.com', 'x-forwarded-proto': 'https' }
const document = { 'sec-fetch-dest': 'document' }

let publicSite: Site
/** The response to a request during startup. */
let first: Response

test.beforeAll(async () => {
  test.setTimeout(180_000)
  publicSite = await launchSite({
    env: {
      FIREBASE_WEBAPP_CONFIG: '{"apiKey":"key","projectId":"foyer-public"}',
      SESSION_KEYS_URL: 'http://127.0.0.1:1/keys',
      GTAG_ID: 'G-TEST1',
      TRUSTED_PROXIES: '1',
    },
  })
  first = await firstAnswer(publicSite.url)
})

test.afterAll(() => publicSite.stop())

test('a request during startup gets all headers', () => {
  expect([first.status, headersOf(first)]).toEqual([200, documentHeaders])
})

const connections = [
  'https://identitytoolkit.googleapis.com',
  'https://securetoken.googleapis.com',
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://*.googletagmanager.com',
]

test('two sites of one build have policies of their own', async ({ site }) => {
  for (const path of ['/', '/no/such/page', '/login']) {
    const [embedded, open] = [await get(site, path), await get(publicSite, path)]
    expect(sourcesOf(embedded, 'connect-src'), path).toEqual(["'self'", site.emulatorUrl])
    expect(sourcesOf(open, 'connect-src'), path).toEqual(["'self'", ...connections])
    expect(sourcesOf(embedded, 'script-src').join(), path).not.toContain('googletagmanager')
    expect(sourcesOf(open, 'script-src'), path).toContain('https://www.googletagmanager.com')
  }
})

test('only https gets HSTS, and only a trusted proxy can claim it', async ({ site }) => {
  for (const path of ['/', '/login', '/app', '/api/config', '/no/such/page', '/icon.svg']) {
    expect(headersOf(await get(publicSite, path, behindTls)), path).toMatchObject(hsts)
    for (const response of [await get(site, path, behindTls), await get(publicSite, path)])
      expect(Object.keys(headersOf(response)), path).not.toContain('strict-transport-security')
  }
})

test('if the session can’t be checked, the page says so under its own policy', async () => {
  const cookie = `__session=${unverifiableCookie()}`
  const response = await get(publicSite, '/app', { ...document, cookie })
  const style = /<style>(.*)<\/style>/s.exec(await response.text())?.[1] ?? ''
  expect([response.status, headersOf(response)]).toEqual([503, documentHeaders])
  expectPersonal(response)
  expect(sourcesOf(response, 'style-src')).toEqual([hashSource(style)])
  expect(sourcesOf(response, 'script-src')).toEqual([hashSource(themeBoot())])
  const fetched = await get(publicSite, '/app', { 'sec-fetch-dest': 'empty', cookie })
  expect([fetched.status, headersOf(fetched)]).toEqual([503, fileHeaders])
  expectPersonal(fetched)
})
