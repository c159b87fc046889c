import { expect, type Page } from '@playwright/test'
import { test } from '../support/fixtures'

const button = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).or(page.getByRole('link', { name, exact: true }))

/** As a sign-in by this way does: see `sign-in`, `providers` and `email-link/sign-in` for what that writes. */
async function keepAsLastUsed(page: Page, way: string): Promise<void> {
  await page.evaluate((kept) => localStorage.setItem('foyer-last-used', kept), way)
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

test('the way last used is marked on the form, nothing moves for it, and what is no way is not', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(button(page, 'Sign in')).toBeEnabled()
  await expect(page.getByText('Last used')).toHaveCount(0)
  await keepAsLastUsed(page, 'password')
  await expectMarked(page, 'Sign in')
  await keepAsLastUsed(page, 'github')
  await expectMarked(page, 'Continue with GitHub')
  await keepAsLastUsed(page, 'link')
  await expectMarked(page, 'Email me a sign-in link')
  await keepAsLastUsed(page, '<b>somebody</b>')
  await page.reload()
  await expect(button(page, 'Sign in')).toBeEnabled()
  await expect(page.getByText('Last used')).toHaveCount(0)
})
