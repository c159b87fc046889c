import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'
import {
  askNow,
  letSessionRunOut,
  sayOfSession,
  sessionCookie,
  signInAsSomebody,
  typeSomething,
} from '../support/visitor'

test.use({ database: 'postgres', expectedErrors: /Failed to load resource|net::ERR_/ })

/** As a browser tells a page that it is kept for Back, and that it came back from there. */
const putAway = (page: Page) =>
  page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pagehide')))
const bringBack = (page: Page) =>
  page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

test('a session that ran out under an open page is renewed, and what is typed stays', async ({
  page,
  site,
}) => {
  const account = await signInAsSomebody(page, site)
  await typeSomething(page)
  await letSessionRunOut(page, site, account)
  const expired = await sessionCookie(page)
  await askNow(page)
  await expect.poll(() => sessionCookie(page)).not.toBe(expired)
  await expect(page.getByLabel('Unsaved')).toHaveValue('not saved yet')
})

test('a session that was ended leaves an open page at the next question', async ({ page, site, context }) => {
  const { email } = await signInAsSomebody(page, site)
  await page.route('**/api/session', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fulfill({ status: 401, json: { code: 'session-revoked' } })
  })
  await context.clearCookies()
  await askNow(page)
  await expect(page).toHaveURL(/\/login\?next=%2Fapp/)
  await expect(page.getByText(email)).toBeHidden()
})

test('a page that Back brings shows nothing before its session is known', async ({ page, site }) => {
  const { email } = await signInAsSomebody(page, site)
  let isSilent = true
  await sayOfSession(page, () => ({}))
  await page.route('**/api/session', (route) => (isSilent ? route.abort() : route.fallback()))
  await putAway(page)
  await bringBack(page)
  await expect(page.getByText(email)).toBeHidden()
  await expect(page.getByText('We can’t verify your session')).toBeVisible()
  isSilent = false
  await askNow(page)
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByText('We can’t verify your session')).toBeHidden()
  await page.unrouteAll({ behavior: 'wait' })
})

test('a signed-in page that Back brings after a sign-out is left', async ({ page, site, context }) => {
  const { email } = await signInAsSomebody(page, site)
  await putAway(page)
  await context.clearCookies()
  await page.route('**/api/session', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fulfill({ status: 401, json: { code: 'sign-in-too-old' } })
  })
  await bringBack(page)
  await expect(page).toHaveURL('/login?next=%2Fapp')
  await expect(page.getByText(email)).toBeHidden()
})
