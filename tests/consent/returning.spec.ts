/** Who has chosen before: the boot script tells it before the tag begins, so nothing is held back. */
import type { Page } from '@playwright/test'
import { type ConsentChoice, describeConsent } from '@/lib/consent/record'
import { all, consentOn, overwriteStoredChoice, setBannerDelay } from '../support/consent-page'
import { allCookies, cookiesOf, expect, expectHits, marketingCookies, test } from '../support/tagged-site'

const rows = [
  {
    what: 'all',
    choice: all,
    now: 'accepted',
    hits: ['page_view: accepted, on /terms'],
    cookies: allCookies,
  },
  {
    what: 'marketing alone',
    choice: { analytics: false, marketing: true },
    now: 'marketing',
    hits: [],
    cookies: marketingCookies,
  },
] as const

test('who has chosen before is not asked: a page view at once for analytics, no hit at all without', async ({
  page,
  visit,
}) => {
  for (const { what, choice, now, hits, cookies } of rows) {
    await test.step(`who has granted ${what} before`, async () => {
      await comeBack(page, choice, new Date())
      await expectHits(page, visit, { hits, now })
      const { hits: sent, probe } = await visit.hitsUntilNow(page)
      // A tag that had to wait for the update would have held them for 500 ms.
      expect([...sent, probe].filter(({ heldMs }) => heldMs > 250)).toEqual([])
      expect(await cookiesOf(page)).toEqual(cookies)
      await expect(consentOn(page).banner).toBeHidden()
    })
  }
  await test.step('a choice that is no longer valid counts as none', async () => {
    await setBannerDelay(page, 'at once')
    await comeBack(page, all, new Date('2020-01-01'))
    await expect(consentOn(page).banner).toBeVisible()
    await expectHits(page, visit, { hits: [], now: 'unanswered' })
    expect(await cookiesOf(page)).toEqual([])
  })
  await test.step('nor does what was granted before Global Privacy Control was on', async () => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
    await comeBack(page, all, new Date())
    await expect(consentOn(page).banner).toContainText('Your browser sends Global Privacy Control')
    await expectHits(page, visit, { hits: [], now: 'unanswered' })
    expect(await cookiesOf(page)).toEqual([])
  })
})

/** Opens a page with this choice, of then, and nothing else from before. */
async function comeBack(page: Page, choice: ConsentChoice, at: Date): Promise<void> {
  // What the page before writes while it is left must not be met on the next.
  await page.goto('/icon.svg')
  await page.context().clearCookies()
  await overwriteStoredChoice(page, describeConsent({ ...choice, type: 'custom', gpc: false, at }))
  await page.goto('/terms')
}
