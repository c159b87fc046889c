/** Firebase's sign-in pages on our own auth domain; Google is a stand-in, the SDK is real. */
import { expect, type Page } from '@playwright/test'
import { accountOn } from '../support/account-page'
import { closeContext } from '../support/browser'
import { type OwnDomain, startOwnDomain } from '../support/own-domain'
import { test, type World } from '../support/world'

const host = 'www.foyer.test'
const atHome = { 'x-forwarded-host': host, 'x-forwarded-proto': 'https' }
const navigation = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }

let google: World['google']
let site: OwnDomain['site']
let openVisit: OwnDomain['openVisit']
let close: OwnDomain['close']

test.beforeAll(async ({ world }) => {
  test.setTimeout(240_000)
  google = world.google
  ;({ site, openVisit, close } = await startOwnDomain(world, { host }))
})

test.afterAll(() => close())

const get = (path: string, headers: Record<string, string> = atHome) =>
  fetch(`${site.url}${path}`, { headers, redirect: 'manual' })

test('if Firebase’s host fails, pages say so, other requests get 503, and the log says why', async () => {
  google.fail({ status: 500 }, 'firebaseFile')
  const page = await get('/__/auth/links?code=secret-code', { ...atHome, ...navigation })
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await page.text()).toContain('We can’t reach the sign-in service')
  const frame = await get('/__/auth/links', { ...atHome, 'sec-fetch-dest': 'iframe' })
  const script = await get('/__/auth/links.js')
  expect([frame.status, await frame.text(), script.status]).toEqual([503, '', 503])
  google.mend()
  expect(google.heard('firebaseFile')).toHaveLength(2)
  const lines = site.records().filter(({ event }) => event === 'identity.proxy-failed')
  expect(lines).toMatchObject([
    { level: 'error', file: 'auth/links', code: 'status 500' },
    { level: 'error', file: 'auth/links.js', code: 'status 500' },
  ])
  expect(site.lines().join()).not.toContain('secret-code')
})

test('the sign-in page of Firebase’s host is served with our headers, and nothing personal is sent there', async () => {
  const secrets = { cookie: '__session=secret-cookie', authorization: 'Bearer secret-token' }
  const page = await get('/__/auth/handler?code=secret-code&state=s', {
    ...atHome,
    ...navigation,
    ...secrets,
  })
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('fireauth.oauthhelper.widget.initialize()')
  const headers = Object.fromEntries(page.headers)
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-opener-policy': 'unsafe-none',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin',
    'strict-transport-security': expect.any(String),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
  })
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self' https:\/\/apis\.google\.com 'sha256-[^']+';.*frame-ancestors 'self'$/,
  )
  expect(headers).not.toHaveProperty('set-cookie')
  expect(headers).not.toHaveProperty('x-upstream')

  const [request] = google.heard('firebaseFile').slice(-1)
  expect(request?.url.href).toBe(`https://${google.projectId}.firebaseapp.com/__/auth/handler`)
  expect(JSON.stringify(request?.headers)).not.toMatch(/secret|foyer\.test|__session/)
  expect(site.lines().join()).not.toContain('secret-')
})

test('scripts are cacheable, HEAD is answered like GET, and the settings are the project’s', async () => {
  const head = await fetch(`${site.url}/__/auth/iframe.js`, { method: 'HEAD', headers: atHome })
  expect(Object.fromEntries(head.headers)).toMatchObject({
    'cache-control': 'public, max-age=600',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'sha256-/),
    'content-type': 'text/javascript; charset=utf-8',
  })
  expect(await (await get('/__/firebase/init.json')).json()).toMatchObject({ projectId: google.projectId })
})

const unknown: [what: string, path: string, headers: Record<string, string>][] = [
  ['an unknown file', '/__/auth/nothing', atHome],
  ['an encoded name', '/__/auth/%68andler', atHome],
  ['an encoded folder', '/%5F%5F/auth/handler', atHome],
  ['a file on a host that is not the auth domain', '/__/auth/handler', {}],
]

for (const [what, path, headers] of unknown)
  test(`${what} is a 404 like any other path`, async () => {
    const before = google.requests('firebaseFile')
    const there = await get(path, { ...headers, ...navigation })
    expect([there.status, await there.text()]).toEqual([404, expect.stringContaining('Page Not Found')])
    expect(there.headers.get('x-frame-options')).toBe('DENY')
    expect(there.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const ofBot = await get(path, { ...headers, 'user-agent': 'Googlebot/2.1' })
    expect([ofBot.status, await ofBot.text()]).toEqual([404, ''])
    expect(google.requests('firebaseFile')).toBe(before)
    const lines = site.records().filter(({ event }) => event === 'route.unknown')
    expect(lines.map((record) => record.path)).toContain(path)
  })

test('a POST to a file is refused', async () => {
  const posted = await fetch(`${site.url}/__/auth/handler`, { method: 'POST', headers: atHome, body: 'x' })
  expect(posted.status).toBe(404)
})

async function typeAddress(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

const withGoogle = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })

const words = 'This way to sign in isn’t set up yet'

/** Unauthorizes the domain for one sign-in: the visitor sees a message, and the log names the domain. */
async function expectUnauthorized(page: Page, path: string): Promise<void> {
  const reports = () =>
    site.records().filter(({ message }) => String(message).includes(`add ${host} to the authorized domains`))
  const before = reports().length
  // Before the page is there, as the SDK checks once per page.
  google.authorizedDomains.splice(google.authorizedDomains.indexOf(host), 1)
  await page.goto(path)
  await withGoogle(page).click()
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
  await expect(page).toHaveURL(`https://${host}${path}`)
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  await expect.poll(() => reports().length).toBe(before + 1)
  google.authorizedDomains.push(host)
}

const toAccount = '/login?next=%2Fapp%2Faccount'

test('a redirect from an unauthorized domain has a message; from our own it returns signed in', async () => {
  const { context, page, blocked } = await openVisit({ hasPopups: false })
  await expectUnauthorized(page, toAccount)
  await page.reload()
  await withGoogle(page).click()
  await page.waitForURL('https://accounts.google.com/**')
  await typeAddress(page, 'by-redirect@example.com')
  await expect(page).toHaveURL(`https://${host}/app/account`)
  await expect(page.getByText('by-redirect@example.com').first()).toBeVisible()
  expect(blocked).toEqual([])
  expect(site.lines().join()).not.toContain('by-redirect@example.com')
  await closeContext(context)
})

test('a popup links a provider and signs in by our own origin; an unauthorized one has a message', async () => {
  const { context, page, blocked } = await openVisit({ hasPopups: true })
  const email = 'by-popup@example.com'
  const { password } = google.accounts.add(email, 'correct horse', { validSinceSeconds: 0 })

  async function chooseIn(button: string) {
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: button }).click()
    const window = await opening
    await window.waitForURL('https://accounts.google.com/**')
    await typeAddress(window, email)
  }

  await expectUnauthorized(page, toAccount)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const { methods } = accountOn(page)
  await expect(methods.getByRole('listitem')).toHaveText([/^Email \(password or link\)/])
  await chooseIn('Connect Google')
  await expect(methods.getByText('You can now sign in with Google.')).toBeVisible()
  await expect(methods.getByRole('listitem')).toHaveText([/^Email \(password or link\)/, /^Google/])

  await context.clearCookies()
  await page.goto(toAccount)
  await chooseIn('Continue with Google')
  await expect(page).toHaveURL(`https://${host}/app/account`)
  await expect(page.getByText(email).first()).toBeVisible()
  expect(blocked).toEqual([])
  await closeContext(context)
})
