import { expect, type Page } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { newCredentials, test } from '../support/fixtures'
import { signInAtProvider, standInForGapi } from '../support/gapi/gapi'
import { signIn } from '../support/visitor'

// Thrown by the SDK with every popup: see `isSdkNoise`.
test.use({ expectedErrors: /auth\/internal-error/ })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL('/')
}

/** The one button that is marked, on a new page that nothing has moved on. */
async function expectMarked(page: Page, name: string): Promise<void> {
  await page.goto('/login')
  await expect(button(page, name)).toHaveAccessibleDescription('Last used')
  await expect(page.getByText('Last used')).toHaveCount(1)
  await expect(page.getByText('Last used')).toBeVisible()
  expect(await page.evaluate(shiftSoFar)).toBe(0)
}

/** Runs in the page: how far its layout has shifted, as browsers score it. */
function shiftSoFar(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
      resolve(shifts.reduce((sum, { value }) => sum + value, 0))
    }).observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
  })
}

test('the way last used is marked on the form after a sign-out, and nothing moves for it', async ({
  page,
  site,
}) => {
  await standInForGapi(page.context())
  await page.goto('/login')
  await expect(button(page, 'Sign in')).toBeEnabled()
  await expect(page.getByText('Last used')).toHaveCount(0)
  const opening = page.waitForEvent('popup')
  await button(page, 'Continue with GitHub').click()
  await signInAtProvider(await opening, newCredentials())
  await expect(page).toHaveURL('/app')
  await signOut(page)
  await expectMarked(page, 'Continue with GitHub')

  await signIn(page, await createAccount(site))
  await signOut(page)
  await expectMarked(page, 'Sign in')
  await button(page, 'New here? Make an account').click()
  await expect(page.getByText('Last used')).toHaveCount(0)

  await page.evaluate(() => localStorage.setItem('foyer-last-used', 'link'))
  await expectMarked(page, 'Email me a sign-in link')
  await page.evaluate(() => localStorage.setItem('foyer-last-used', '<b>somebody</b>'))
  await page.reload()
  await expect(button(page, 'Sign in')).toBeEnabled()
  await expect(page.getByText('Last used')).toHaveCount(0)
})
