/** The scripts a page comes with, when they can't be loaded: without them none of our code runs. */
import type { Page } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { abortRoute } from '../support/pages'
import { accountMenu, signInWithoutForm, waitForSignInForm } from '../support/visitor'
import { countLoads } from './count-loads'

test.use({ expectedErrors: /net::ERR_FAILED|status of (404|502)/ })

const scripts = '**/_next/static/chunks/*.js'
const words = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Part of this page couldn’t be loaded' })

/** The scripts in the HTML of a page. */
async function scriptsOf(page: Page, path: string): Promise<string[]> {
  const html = await (await page.request.get(path)).text()
  return [...html.matchAll(/<script src="([^"]+)" async=""/g)].flatMap(([, src]) => src ?? [])
}

test('whichever script of a page fails once, the page works without a reload', async ({ page, site }) => {
  await signInWithoutForm(page, site, await createAccount(site))
  const loads = countLoads(page)
  let visits = 0
  for (const src of await scriptsOf(page, '/app'))
    await test.step(src, async () => {
      let isFirst = true
      const once = (url: URL) => url.pathname === src && isFirst
      await page.route(once, (route) => {
        isFirst = false
        return abortRoute(route)
      })
      await page.goto('/app')
      visits += 1
      await expect(accountMenu(page)).toBeVisible()
      await expect(words(page)).toHaveCount(0)
      expect(isFirst, 'it was asked for').toBe(false)
      expect(loads()).toBe(visits)
    })
  expect(visits).toBeGreaterThan(6)
})

test('while all scripts fail a message says so, and typed text stays', async ({ page, site }) => {
  const { email, password } = await createAccount(site)
  const loads = countLoads(page)
  let isDown = true
  const down = () => isDown
  await page.route(scripts, (route) => (down() ? route.fulfill({ status: 502 }) : route.fallback()))
  await page.goto('/login')
  await expect(words(page)).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  isDown = false
  await waitForSignInForm(page)
  await expect(words(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/app')
  await expect.poll(loads, 'the form and the notes').toBe(2)
})

test('scripts of an earlier build: the page reloads once, then a message says so', async ({ page }) => {
  await page.goto('/privacy')
  // A reload from before the clock was set back by a day, which doesn't count.
  await page.evaluate(() => {
    const kept = { path: '/terms', until: Date.now() + 86_400_000, typed: {} }
    sessionStorage.setItem('foyer-chunk-reload', JSON.stringify(kept))
  })
  const loads = countLoads(page)
  await page.route(scripts, (route) => route.fulfill({ status: 404 }))
  await page.goto('/terms')
  await expect(words(page)).toBeVisible()
  await page.waitForTimeout(2_000)
  expect(loads()).toBe(2)
  const reload = page.getByRole('button', { name: 'Reload the page' })
  await Promise.all([page.waitForEvent('load'), reload.click()])
  expect(loads()).toBe(3)
})

test('scripts of an earlier build: what was typed is not lost to a reload', async ({ page }) => {
  const loads = countLoads(page)
  let status = 502
  await page.route(scripts, (route) => route.fulfill({ status }))
  await page.goto('/login')
  await page.getByLabel('Email').fill('visitor@example.com')
  status = 404
  await expect(words(page)).toBeVisible()
  await page.waitForTimeout(2_500)
  await expect(page.getByLabel('Email')).toHaveValue('visitor@example.com')
  expect(loads()).toBe(1)
})
