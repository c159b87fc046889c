import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'
import { removeRoutes } from '../support/routes'
import {
  checkSessionNow,
  expireSession,
  openNotesAsNewAccount,
  sessionCookie,
  typeSomething,
  yourNotes,
} from '../support/visitor'

test.use({ database: 'postgres', expectedErrors: /Failed to load resource|net::ERR_/ })

/** The browser's events when it puts a page into its memory and restores it. */
const putAway = (page: Page) =>
  page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pagehide')))
const bringBack = (page: Page) =>
  page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

test('an open page shows only what its session allows, also after Back, and keeps what is typed', async ({
  page,
  site,
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

  await test.step('an expired session is renewed, and what is typed stays', async () => {
    await typeSomething(page)
    await expireSession(page, site, account)
    const expired = await sessionCookie(page)
    await checkSessionNow(page)
    await expect.poll(() => sessionCookie(page)).not.toBe(expired)
    await expect(page.getByLabel('Unsaved')).toHaveValue('not saved yet')
  })
})
