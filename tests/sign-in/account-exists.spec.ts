/** Against the emulator, with a stand-in for Google's loader script. */
import type { Page } from '@playwright/test'
import * as brand from '@/lib/site/brand'
import { accountOn } from '../support/account-page'
import { type Account, createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { reportUnverified, signInAtProvider } from '../support/gapi/gapi'
import { mockProvider, refuse } from '../support/provider'
import { sessionCookie } from '../support/visitor'

// Thrown by the SDK with every window: see `isSdkNoise`. The stand-in refuses with 400.
test.use({ expectedErrors: /auth\/internal-error|400 \(Bad Request\)/ })

const methods = (page: Page) => accountOn(page).methods.getByRole('listitem')

/** Signs in with a provider whose address belongs to this account with a password. */
async function signInWithGitHub(page: Page, account: Account): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/login?next=%2Fapp%2Faccount')
  await page.getByRole('link', { name: 'Create an account' }).click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await signInAtProvider(await opening, account)
  const words =
    'An account with this email already exists. Sign in the way you usually do, and we’ll add GitHub.'
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await expect(page.getByLabel('Password')).toBeFocused()
}

test('an account’s own sign-in method links a provider with the same address, unless declined', async ({
  page,
  site,
}) => {
  const account = await createAccount(site)
  await reportUnverified(page.context())

  await test.step('if linking fails, the user is signed in anyway, and sees why', async () => {
    await signInWithGitHub(page, account)
    const refused = 'FEDERATED_USER_ID_ALREADY_LINKED'
    const stop = await mockProvider(page, 'accounts:signInWithIdp', (route) => refuse(route, refused))
    await page.keyboard.type(account.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'You’re signed in' })).toBeFocused()
    const words = `GitHub couldn’t be added. That account is connected to another ${brand.name} account.`
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await stop()
    expect(await sessionCookie(page)).not.toBeNull()
    await expect(page.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', /%2Fapp%2Faccount$/)
  })

  await test.step('declining links nothing', async () => {
    await signInWithGitHub(page, account)
    await page.getByRole('button', { name: 'Don’t add GitHub' }).click()
    await expect(page.getByLabel('Email')).toBeFocused()
    await page.getByLabel('Password').fill(account.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/app/account')
    await expect(methods(page)).toHaveText([/^Email \(password or link\)/])
  })

  await signInWithGitHub(page, account)
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain('github')
  await page.keyboard.type(account.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app/account')
  await expect(methods(page)).toHaveText([/^Email \(password or link\)/, /^GitHub/])
})
