import type { Page } from '@playwright/test'
import {
  all,
  banner,
  cookiesOf,
  expect,
  expectHits,
  follow,
  letHaveChosen,
  none,
  notice,
  press,
  savePreferences,
  test,
} from '../support/tagged-site'

test.use({ tag: 'basic' })

/** When this has come back the page knows of the tag, and could have asked for it. */
async function openAll(page: Page): Promise<void> {
  const settings = page.waitForResponse('**/api/config')
  await page.goto('/')
  await (await settings).finished()
  await page.waitForLoadState('networkidle')
}

test('nothing is asked of Google before a grant, and then all is told', async ({ page, visit }) => {
  await openAll(page)
  await expect(banner(page)).toBeVisible()
  expect(visit.requests()).toEqual([])
  await press(page, 'Accept All')
  await expectHits(page, visit, {
    hits: [
      'cookie_consent consent_type=accept_all: accepted, on /',
      'consent_granted: accepted, on /',
      'page_view: accepted, on /',
    ],
    now: 'accepted',
  })
})

test('nothing is ever asked of Google after a refusal; a grant later tells of itself alone', async ({
  page,
  visit,
}) => {
  await openAll(page)
  await press(page, 'Reject All')
  await follow(page, 'Terms')
  await openAll(page)
  expect(visit.requests()).toEqual([])
  await savePreferences(page, { analytics: false, marketing: true })
  await expectHits(page, visit, {
    hits: [
      'cookie_consent consent_type=custom analytics_consent=false marketing_consent=true: marketing, on /',
      'consent_granted: marketing, on /',
    ],
    now: 'marketing',
  })
})

test('who has granted before is counted at once, and each page once', async ({ page, visit }) => {
  await letHaveChosen(page, 'accept_all', all)
  await openAll(page)
  await expectHits(page, visit, { hits: ['page_view: accepted, on /'], now: 'accepted' })
})

test('who withdraws sends nothing more, not even that, until something is granted again', async ({
  page,
  visit,
}) => {
  await letHaveChosen(page, 'accept_all', all)
  await openAll(page)
  await expectHits(page, visit, { hits: ['page_view: accepted, on /'], now: 'accepted' })
  await savePreferences(page, none)
  await expect(notice(page)).toContainText('3 cookies were deleted')
  expect(await cookiesOf(page)).toEqual([])
  await page.evaluate(() => window.gtag?.('event', 'of_the_tag_itself'))
  await follow(page, 'Terms')
  await savePreferences(page, all)
  await expectHits(page, visit, {
    hits: [
      'page_view: accepted, on /',
      'cookie_consent consent_type=custom analytics_consent=true marketing_consent=true: accepted, on /terms',
      'consent_granted: accepted, on /terms',
      'page_view: accepted, on /terms',
    ],
    now: 'accepted',
  })
})
