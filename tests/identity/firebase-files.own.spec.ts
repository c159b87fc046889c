/** Production mode with a sign-in by redirect through our own origin, against the stand-in for Google. */

import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { chromium, expect, test } from '@playwright/test'
import { browserArguments, findQuickBrowser, requireBrowser } from '../support/browser'
import { standInForGapi } from '../support/gapi/gapi'
import { createTlsIdentity } from '../support/google/certificates'
import { type Google, startGoogle } from '../support/google/google'
import { type Site, startSite } from '../support/site'

const host = 'www.foyer.test'
let google: Google
let site: Site

test.beforeAll(async () => {
  test.setTimeout(180_000)
  google = await startGoogle()
  const settings = { ...JSON.parse(google.environment.FIREBASE_WEBAPP_CONFIG), authDomain: host }
  site = await startSite({
    env: {
      ...google.environment,
      FIREBASE_WEBAPP_CONFIG: JSON.stringify(settings),
      AUTH_PROVIDERS: 'google',
      TRUSTED_PROXIES: '1',
    },
  })
})

test.afterAll(async () => {
  await site.stop()
  await google.stop()
})

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${site.url}${path}`, {
    redirect: 'manual',
    headers: { 'x-forwarded-host': host, 'x-forwarded-proto': 'https', ...headers },
  })

test('Firebase’s pages come from our host, framable by us, with cookies in neither direction', async () => {
  const page = await ask('/__/auth/handler?code=secret-code', {
    cookie: '__session=mine',
    authorization: 'Bearer mine',
  })
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<title>Sign in</title>')
  expect(page.headers.get('set-cookie')).toBeNull()
  expect(page.headers.get('content-security-policy')).toBe(
    "object-src 'none'; base-uri 'none'; frame-ancestors 'self'",
  )
  expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(page.headers.get('cross-origin-opener-policy')).toBeNull()
  expect(site.lines().join()).not.toContain('secret-code')
})

test('nothing else is fetched, and nothing for another host', async () => {
  const before = google.requests('handlerPage')
  for (const path of ['/__/auth/other', '/__/auth/%2e%2e%2fhandler', '/__/firebase/handler'])
    expect((await ask(path)).status, path).toBe(404)
  expect((await ask('/__/auth/handler', { 'x-forwarded-host': 'other.example' })).status).toBe(404)
  const post = await fetch(`${site.url}/__/auth/handler`, {
    method: 'POST',
    body: 'x',
    headers: { 'x-forwarded-host': host },
  })
  expect(post.status).toBe(405)
  expect(google.requests('handlerPage')).toBe(before)
})

test('twenty at once are the most; an outage is told to the operator once', async () => {
  google.fail({ afterMs: 1_000 }, 'handlerPage')
  const answers = await Promise.all(Array.from({ length: 25 }, () => ask('/__/auth/handler')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(answers.filter(({ status }) => status === 503)).toHaveLength(5)
  google.fail('reset', 'handlerPage')
  expect((await ask('/__/auth/handler')).status).toBe(502)
  google.mend()
  const told = site.records().filter(({ event }) => event === 'identity.proxy-failed')
  expect(told).toMatchObject([
    { level: 'error', code: 'UND_ERR_SOCKET', host: `${google.projectId}.firebaseapp.com` },
  ])
})

test('a redirect comes back signed in; a domain that is not authorized is named to the operator', async () => {
  const tls = await createTlsIdentity()
  const front = createServer({ key: tls.key, cert: tls.certificate }, (asked, answered) => {
    const headers = {
      ...asked.headers,
      'x-forwarded-host': host,
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '127.0.0.1',
    }
    const { method, url } = asked
    asked.pipe(
      request(site.url + url, { method, headers }, (answer) => {
        answered.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(answered)
      }),
    )
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const browser = await chromium.launch({
    executablePath: findQuickBrowser() ?? requireBrowser(),
    args: browserArguments({
      '*.googleapis.com': google.port,
      [host]: (front.address() as AddressInfo).port,
    }),
  })
  const context = await browser.newContext({ baseURL: `https://${host}`, ignoreHTTPSErrors: true })
  await standInForGapi(context)
  const page = await context.newPage()
  // Opens no popups, as browsers inside of other apps.
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/login?next=%2Fapp%2Faccount')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByText('Signing in with other sites does not work here yet')).toBeVisible()
  await expect
    .poll(() => site.records().map(({ message }) => message))
    .toContainEqual(expect.stringContaining(`add ${host} to the authorized domains`))
  google.authorizedDomains.push(host)
  await page.reload()
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL('/app/account')
  await expect(page.getByText('idp@example.com').first()).toBeVisible()
  await browser.close()
  front.closeAllConnections()
  front.close()
})
