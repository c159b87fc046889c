import type { Page } from '@playwright/test'
import { createAccount, disableAccount } from '../support/accounts'
import { expect, newCredentials, test } from '../support/fixtures'
import { stopClock } from '../support/page-clock'
import { refuse, standIn } from '../support/provider'
import { loseStorage } from '../support/visitor'

test.use({ expectedErrors: /Failed to load resource|net::ERR_/ })

async function fill(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
}

async function expectKept(page: Page, { email, password }: { email: string; password: string }) {
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password')).toHaveValue(password)
}

const faults = [
  { what: 'the site does not answer', url: '**/api/session', words: 'this site did not answer' },
  {
    what: 'the provider does not answer',
    url: '**/v1/accounts:signInWithPassword*',
    words: 'could not reach the sign-in service',
  },
]

for (const { what, url, words } of faults) {
  test(`${what}: words say so, nothing typed is lost, and the next try works`, async ({ page, site }) => {
    const account = await createAccount(site)
    await page.goto('/login', { waitUntil: 'networkidle' })
    await page.route(url, (route) => route.abort())
    await fill(page, account)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await expectKept(page, account)
    await page.unroute(url)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/app')
  })
}

const refusals = [
  { status: 503, words: 'could not open a session' },
  { status: 401, words: 'did not accept the sign-in' },
  { status: 500, words: 'could not open a session' },
  { status: 500, body: '{"code":"cookie-too-large"}', words: 'more than fits into a session' },
]

for (const { status, body = 'not JSON', words } of refusals) {
  test(`the site answers ${status} ${body}: words say so and nothing typed is lost`, async ({
    page,
    site,
  }) => {
    const account = await createAccount(site)
    await page.goto('/login')
    await page.route('**/api/session', (route) => route.fulfill({ status, body }))
    await fill(page, account)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await expectKept(page, account)
  })
}

test('an answer of the provider that begins and never ends is given up after 45 s', async ({ page }) => {
  await page.addInitScript(stall)
  await page.clock.install()
  await page.goto('/login')
  await fill(page, newCredentials())
  await stopClock(page)
  const stalled = page.waitForFunction(() => 'hasStalled' in window)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await stalled
  await page.clock.fastForward(44_900)
  await expect(page.getByRole('button', { name: 'Signing in…' })).toBeVisible()
  await page.clock.fastForward(100)
  await expect(page.getByText('We could not reach the sign-in service.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
})

/** Runs in the page: the head of this answer comes at once, its body never. */
function stall(): void {
  const ask = window.fetch
  window.fetch = async (input, init) => {
    if (!String(input).includes('accounts:signInWithPassword')) return ask(input, init)
    Object.assign(window, { hasStalled: true })
    return new Response(new ReadableStream())
  }
}

test('a password that no longer meets the rules of the site leads to a new one', async ({ page }) => {
  await standIn(page, 'accounts:signInWithPassword', (route) =>
    refuse(route, 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'),
  )
  const account = newCredentials()
  await page.goto('/login')
  await fill(page, account)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Reset your password', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(account.email)
})

test('an account whose session was not opened is there: the same press then signs in', async ({ page }) => {
  const account = newCredentials()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Make an account' }).click()
  await page.route('**/api/session', (route) => route.fulfill({ status: 503, body: 'not JSON' }))
  await fill(page, account)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Your account is made.' })).toContainText(
    'could not open a session',
  )
  await expectKept(page, account)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.unroute('**/api/session')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/app')
})

test('where the storage of the browser fails, signing out goes on, and the log is told', async ({
  page,
  site,
}) => {
  const before = site.records().length
  const account = await createAccount(site)
  await page.goto('/login')
  await fill(page, account)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/app')
  await page.evaluate(loseStorage)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  expect(await (await page.request.get('/api/session')).json()).toEqual({ signedIn: false })
  const told = () =>
    site
      .records()
      .slice(before)
      .filter(({ event }) => event === 'error.thrown')
      .map(({ message }) => message)
  await expect.poll(told).toEqual([expect.stringContaining('Connection to Indexed Database server lost')])
})

test('a disabled account is told so', async ({ page, site }) => {
  const account = await createAccount(site)
  await disableAccount(site, account.userId)
  await page.goto('/login')
  await fill(page, account)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('This account has been switched off')).toBeVisible()
})

test('a sign-out that cannot be told to the site says so and signs nobody out', async ({ page, site }) => {
  const account = await createAccount(site)
  await page.goto('/login')
  await fill(page, account)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/app')
  await page.route('**/api/session', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You are still signed in')).toBeVisible()
  await page.unroute('**/api/session')
  await page.reload()
  await expect(page.getByText(account.email)).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
})
