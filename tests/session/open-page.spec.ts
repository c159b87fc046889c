import type { Page } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { removeRoutes } from '../support/routes'
import {
  checkSessionNow,
  createSession,
  expectSignedInAs,
  expireSession,
  openNotesAsNewAccount,
  sessionCookie,
  typeSomething,
  yourNotes,
} from '../support/visitor'

test.use({ database: 'postgres', expectedErrors: /Failed to load resource|net::ERR_/ })

/** As a browser tells a page that it is kept for Back, and that it came back from there. */
const putAway = (page: Page) =>
  page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pagehide')))
const bringBack = (page: Page) =>
  page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

test('an open page shows only what its session allows, also when Back brings it, and keeps what is typed', async ({
  page,
  site,
  context,
}) => {
  const account = await openNotesAsNewAccount(page, site)

  await test.step('Back shows nothing before the session is known', async () => {
    let isSilent = true
    await page.route('**/api/session', (route) => (isSilent ? route.abort() : route.fallback()))
    await putAway(page)
    await bringBack(page)
    await expect(yourNotes(page)).toBeHidden()
    await expect(page.getByText('We can’t verify your session')).toBeVisible()
    isSilent = false
    await checkSessionNow(page)
    await expect(yourNotes(page)).toBeVisible()
    await expect(page.getByText('We can’t verify your session')).toBeHidden()
    await removeRoutes(page, 'wait')
  })

  await test.step('a session that ran out is renewed, and what is typed stays', async () => {
    await typeSomething(page)
    await expireSession(page, site, account)
    const expired = await sessionCookie(page)
    await checkSessionNow(page)
    await expect.poll(() => sessionCookie(page)).not.toBe(expired)
    await expect(page.getByLabel('Unsaved')).toHaveValue('not saved yet')
  })

  const second = await createAccount(site)
  await test.step('a page of another user than the session is drawn anew', async () => {
    await context.clearCookies()
    await createSession(page, site, second)
    await page.evaluate(() => new BroadcastChannel('foyer-session').postMessage('signed-in'))
    await expectSignedInAs(page, second.email)
  })

  await test.step('Back after a sign-out leaves the page', async () => {
    await putAway(page)
    await context.clearCookies()
    await page.route('**/api/session', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fulfill({ status: 401, json: { code: 'sign-in-too-old' } })
    })
    await bringBack(page)
    await expect(page).toHaveURL('/login?next=%2Fapp')
    await expect(yourNotes(page)).toBeHidden()
  })
})
