import type { Page } from '@playwright/test'
import { createAccount, disableAccount } from '../accounts'
import { expect, test } from '../fixtures'

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
