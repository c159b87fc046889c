import type { Page } from '@playwright/test'
import { expect, newCredentials, test } from '../support/fixtures'
import { removeRoute } from '../support/pages'
import { mockProvider, refuse } from '../support/provider'
import { waitForSignInForm } from '../support/visitor'

test.use({ expectedErrors: /Failed to load resource|net::ERR_/ })

async function fill(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
}

async function expectKept(page: Page, { email, password }: { email: string; password: string }) {
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password')).toHaveValue(password)
}

/** What each refusal of our server means is in `token-sync`. */
const faults = [
  { url: '**/v1/accounts:signInWithPassword*', words: 'couldn’t reach the sign-in service' },
  { url: '**/api/session', words: 'couldn’t reach the server' },
  {
    url: '**/api/session',
    answer: { status: 429, headers: { 'retry-after': '95' }, body: '{"code":"rate-limited"}' },
    words: 'Too many sign-ins. Please try again in 2 minutes.',
  },
]

test('a sign-in that fails says so, loses nothing typed, and the next try works', async ({ page }) => {
  const account = newCredentials()
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  const alert = (words: string) => page.getByRole('alert').filter({ hasText: words })

  await test.step('an account whose session was not opened is there', async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.route('**/api/session', (route) => route.fulfill({ status: 503, body: 'not JSON' }))
    await fill(page, account)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('Account created.')).toBeVisible()
    await expect(alert('we couldn’t start a session')).toBeVisible()
    await expectKept(page, account)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await removeRoute(page, '**/api/session')
  })

  for (const { url, answer, words } of faults) {
    await test.step(words, async () => {
      await page.route(url, (route) => (answer ? route.fulfill(answer) : route.abort()))
      await button.click()
      await expect(alert(words)).toBeVisible()
      await expectKept(page, account)
      await removeRoute(page, url)
    })
  }

  await test.step('a password that no longer meets the rules of the site leads to a new one', async () => {
    const stop = await mockProvider(page, 'accounts:signInWithPassword', (route) =>
      refuse(route, 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'),
    )
    await button.click()
    await page.getByRole('button', { name: 'Reset your password', exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(account.email)
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await stop()
  })

  await waitForSignInForm(page)
  await fill(page, account)
  await button.click()
  await expect(page).toHaveURL('/app')
})
