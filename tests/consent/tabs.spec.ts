import type { Page } from '@playwright/test'
import {
  all,
  allCookies,
  banner,
  cookiesOf,
  expect,
  expectHits,
  none,
  press,
  savePreferences,
  test,
} from '../support/tagged-site'

/** Two tabs of one visitor, both with the banner. */
async function openTabs(page: Page): Promise<{ first: Page; second: Page }> {
  const second = await page.context().newPage()
  await page.goto('/')
  await second.goto('/terms')
  await expect(banner(page)).toBeVisible()
  await expect(banner(second)).toBeVisible()
  return { first: page, second }
}

const granted = (path: string) => [
  `cookie_consent consent_type=accept_all: accepted, on ${path}`,
  `consent_granted: accepted, on ${path}`,
  `page_view: accepted, on ${path}`,
]

const refusal = 'cookie_consent consent_type=custom analytics_consent=false marketing_consent=false'

test('what is granted in one tab holds in the other, which counts its own page and reports no choice', async ({
  page,
  visit,
}) => {
  const { first, second } = await openTabs(page)
  await press(first, 'Accept All')
  await expect(banner(second)).toBeHidden()
  await expectHits(second, visit, { hits: ['page_view: accepted, on /terms'], now: 'accepted' })
  await expectHits(first, visit, { hits: granted('/'), now: 'accepted' })
})

test('what is refused in one tab is refused in the other, without a word', async ({ page, visit }) => {
  const { first, second } = await openTabs(page)
  await press(second, 'Reject All')
  await expect(banner(first)).toBeHidden()
  await expectHits(first, visit, { hits: [], now: 'refused' })
  await expectHits(second, visit, {
    hits: ['cookie_consent consent_type=reject_all: refused, on /terms'],
    now: 'refused',
  })
})

test('what is withdrawn in one tab is denied in the other, both ways, and no cookie comes back', async ({
  page,
  visit,
}) => {
  const { first, second } = await openTabs(page)
  await press(second, 'Accept All')
  await expectHits(first, visit, { hits: ['page_view: accepted, on /'], now: 'accepted' })
  await expectHits(second, visit, { hits: granted('/terms'), now: 'accepted' })
  expect(await cookiesOf(page)).toEqual(allCookies)

  await savePreferences(first, none)
  await expectHits(second, visit, { hits: granted('/terms'), now: 'refused' })
  await expectHits(first, visit, {
    hits: ['page_view: accepted, on /', `${refusal}: refused, on /`],
    now: 'refused',
  })
  expect(await cookiesOf(page)).toEqual([])

  await savePreferences(first, all)
  await expectHits(second, visit, { hits: granted('/terms'), now: 'accepted' })
  await savePreferences(second, none)
  await expectHits(second, visit, {
    hits: [...granted('/terms'), `${refusal}: refused, on /terms`],
    now: 'refused',
  })
  await expectHits(first, visit, {
    hits: [
      'page_view: accepted, on /',
      `${refusal}: refused, on /`,
      'cookie_consent consent_type=custom analytics_consent=true marketing_consent=true: accepted, on /',
      'consent_granted: accepted, on /',
    ],
    now: 'refused',
  })
  expect(await cookiesOf(page)).toEqual([])
})

test('storage that is cleared in another tab is no grant any more', async ({ page, visit }) => {
  const { first, second } = await openTabs(page)
  await press(first, 'Accept All')
  await expectHits(second, visit, { hits: ['page_view: accepted, on /terms'], now: 'accepted' })
  await first.evaluate(() => localStorage.clear())
  await expect(banner(second)).toBeVisible()
  await expectHits(second, visit, { hits: ['page_view: accepted, on /terms'], now: 'refused' })
})
