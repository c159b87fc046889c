import type { Page } from '@playwright/test'
import {
  all,
  cookiesOf,
  expect,
  expectHits,
  letHaveChosen,
  none,
  notice,
  savePreferences,
  test,
} from '../support/tagged-site'

/** Playwright switches off the browser's memory of pages; visitors have it. */
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  },
})

/** Leaves a page for another document; Back has to bring the same one. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-kept', ''))
  await page.goto('/privacy')
}

async function comeBack(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' })
  await expect(page.locator('html[data-kept]')).toHaveCount(1)
}

test('Back is one more view of the page, from where it was come to at first', async ({ page, visit }) => {
  await letHaveChosen(page, 'accept_all', all)
  await page.goto('/terms')
  await expectHits(page, visit, { hits: ['page_view: accepted, on /terms'], now: 'accepted' })
  await leave(page)
  await comeBack(page)
  await expectHits(page, visit, {
    hits: ['page_view: accepted, on /terms', 'page_view: accepted, on /terms'],
    now: 'accepted',
  })
  const views = visit.hits().filter((hit) => hit.name === 'page_view' && hit.location.endsWith('/terms'))
  expect(views.map(({ referrer }) => referrer)).toEqual(['', ''])
})

test('Back to a page that has not heard of the withdrawal counts nothing', async ({ page, visit }) => {
  await letHaveChosen(page, 'accept_all', all)
  await page.goto('/terms')
  await expectHits(page, visit, { hits: ['page_view: accepted, on /terms'], now: 'accepted' })
  await leave(page)
  await savePreferences(page, none)
  await expect(notice(page)).toContainText('3 cookies were deleted')
  await comeBack(page)
  await expectHits(page, visit, { hits: ['page_view: accepted, on /terms'], now: 'refused' })
  expect(await cookiesOf(page)).toEqual([])
})
