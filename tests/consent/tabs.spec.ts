import type { Page } from '@playwright/test'
import type { ConsentChoice } from '@/lib/consent/record'
import { all, type ConsentPage, none, savePreferences } from '../support/consent-page'
import { allCookies, cookiesOf, expect, expectHits, openUnanswered, test } from '../support/tagged-site'

type Tab = ConsentPage & { page: Page }

/** In the tab in front, as visitors do: the browser paints another one only once a second. */
async function saveIn({ page }: Tab, choice: ConsentChoice): Promise<void> {
  await page.bringToFront()
  await savePreferences(page, choice)
}

/** Two tabs of one visitor, both with the banner. */
async function openTabs(page: Page): Promise<{ first: Tab; second: Tab }> {
  const other = await page.context().newPage()
  const first = { page, ...(await openUnanswered(page)) }
  return { first, second: { page: other, ...(await openUnanswered(other, '/terms')) } }
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
  await page.bringToFront()
  await first.accept.click()
  await expect(second.banner).toBeHidden()
  await expectHits(second.page, visit, { hits: ['page_view: accepted, on /terms'], now: 'accepted' })
  await expectHits(first.page, visit, { hits: granted('/'), now: 'accepted' })

  await test.step('storage that is cleared in another tab is no grant any more', async () => {
    await first.page.evaluate(() => localStorage.clear())
    await expect(second.banner).toBeVisible()
    await expectHits(second.page, visit, { hits: ['page_view: accepted, on /terms'], now: 'refused' })
  })
})

test('what is refused in one tab is refused in the other, without a word', async ({ page, visit }) => {
  const { first, second } = await openTabs(page)
  await second.reject.click()
  await expect(first.banner).toBeHidden()
  await expectHits(first.page, visit, { hits: [], now: 'refused' })
  await expectHits(second.page, visit, {
    hits: ['cookie_consent consent_type=reject_all: refused, on /terms'],
    now: 'refused',
  })
})

test('what is withdrawn in one tab is denied in the other, both ways, and no cookie comes back', async ({
  page,
  visit,
}) => {
  const { first, second } = await openTabs(page)
  await second.accept.click()
  await expectHits(first.page, visit, { hits: ['page_view: accepted, on /'], now: 'accepted' })
  await expectHits(second.page, visit, { hits: granted('/terms'), now: 'accepted' })
  expect(await cookiesOf(page)).toEqual(allCookies)

  await saveIn(first, none)
  await expectHits(second.page, visit, { hits: granted('/terms'), now: 'refused' })
  await expectHits(first.page, visit, {
    hits: ['page_view: accepted, on /', `${refusal}: refused, on /`],
    now: 'refused',
  })
  expect(await cookiesOf(page)).toEqual([])

  await saveIn(first, all)
  await expectHits(second.page, visit, { hits: granted('/terms'), now: 'accepted' })
  await saveIn(second, none)
  await expectHits(second.page, visit, {
    hits: [...granted('/terms'), `${refusal}: refused, on /terms`],
    now: 'refused',
  })
  await expectHits(first.page, visit, {
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
