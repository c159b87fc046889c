/** Against the emulator, with a stand-in for Google's loader script. */
import type { Page } from '@playwright/test'
import { accountOn } from '../support/account-page'
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { sayUnverified, signInAtProvider, standInForGapi } from '../support/gapi/gapi'
import { refuse, standIn } from '../support/provider'
import type { Site } from '../support/site'

// Thrown by the SDK with every window: see `isSdkNoise`. The stand-in refuses with 400.
test.use({ expectedErrors: /auth\/internal-error|400 \(Bad Request\)/ })

/** At the form, with a provider whose address is that of an account with a password. */
async function arrive(page: Page, site: Site) {
  const account = await createAccount(site)
  await standInForGapi(page.context())
  await sayUnverified(page.context())
  await page.goto('/login?next=%2Fapp%2Faccount')
  await page.getByRole('button', { name: 'Make an account' }).click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await signInAtProvider(await opening, account)
  const words = 'You have an account with this email. Sign in the way you did before, then GitHub is added.'
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await expect(page.getByLabel('Password')).toBeFocused()
  return account
}

test('an address that signs in otherwise: whoever does so has the provider added', async ({ page, site }) => {
  const { password } = await arrive(page, site)
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain('github')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app/account')
  await expect(accountOn(page).ways.getByRole('listitem')).toHaveText([/^Email address/, /^GitHub/])
})

test('whoever is not given the provider is signed in all the same, and reads why', async ({ page, site }) => {
  const { password } = await arrive(page, site)
  await standIn(page, 'accounts:signInWithIdp', (route) => refuse(route, 'FEDERATED_USER_ID_ALREADY_LINKED'))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'You’re signed in' })).toBeFocused()
  await expect(
    page.getByRole('alert').filter({ hasText: 'GitHub could not be added. This belongs' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/app/account')
  await expect(accountOn(page).ways.getByRole('listitem')).toHaveText([/^Email address/])
})

test('whoever would rather not adds nothing', async ({ page, site }) => {
  const { password } = await arrive(page, site)
  await page.getByRole('button', { name: 'Don’t add GitHub' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app/account')
  await expect(accountOn(page).ways.getByRole('listitem')).toHaveText([/^Email address/])
})
