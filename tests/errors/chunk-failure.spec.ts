/** A chunk can't be loaded: the page reloads once, then there is a message. */
import type { Page } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { removeRoute } from '../support/pages'
import { countLoads } from './count-loads'

test.use({ expectedErrors: /Failed to load resource|net::ERR_|ChunkLoadError|Failed to load chunk/ })

const chunks = /\/_next\/static\/chunks\/.*\.(js|css)/

/** Fails all chunks that the page hasn't loaded once it is idle. Counts its loads from then on. */
async function loseFurtherParts(page: Page): Promise<() => number> {
  await page.waitForLoadState('networkidle')
  const had = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await page.route(chunks, (route) =>
    had.includes(route.request().url()) ? route.fallback() : route.abort(),
  )
  return countLoads(page)
}

test('without the sign-in code the page reloads once, then shows a message', async ({ page, site }) => {
  const { email, password } = await createAccount(site)
  await page.goto('/login')
  const loads = await loseFurtherParts(page)
  await page.getByLabel('Email').fill(email)
  await expect.poll(loads).toBe(1)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.waitForLoadState('networkidle')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'reload the page' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password')).toHaveValue(password)
  expect(loads()).toBe(1)
  await removeRoute(page, chunks)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/app')
})
