import { expect, type Page } from '@playwright/test'
import { test } from '../support/fixtures'

const button = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).or(page.getByRole('link', { name, exact: true }))

/** Like a sign-in: see `sign-in`, `providers` and `email-link/sign-in` for what that stores. */
async function storeLastUsed(page: Page, method: string): Promise<void> {
  await page.evaluate((stored) => localStorage.setItem('foyer-last-used', stored), method)
}

/** Expects this button alone to be marked, on a new page without layout shifts. */
async function expectMarked(page: Page, name: string): Promise<void> {
  await page.goto('/login')
  await expect(button(page, name)).toHaveAccessibleDescription('Last used')
  await expect(page.getByText('Last used')).toHaveCount(1)
  await expect(page.getByText('Last used')).toBeVisible()
  expect(await page.evaluate(shiftSoFar)).toBe(0)
}

/** Runs in the page: its layout shift score. */
function shiftSoFar(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
      resolve(shifts.reduce((sum, { value }) => sum + value, 0))
    }).observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
  })
}

test('the method last used is marked without a layout shift, and an unknown one is ignored', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(button(page, 'Sign in')).toBeEnabled()
  await expect(page.getByText('Last used')).toHaveCount(0)
  await storeLastUsed(page, 'password')
  await expectMarked(page, 'Sign in')
  await storeLastUsed(page, 'link')
  await expectMarked(page, 'Email me a sign-in link')
  await storeLastUsed(page, '<b>somebody</b>')
  await page.reload()
  await expect(button(page, 'Sign in')).toBeEnabled()
  await expect(page.getByText('Last used')).toHaveCount(0)
})
