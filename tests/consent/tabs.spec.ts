import type { Page } from '@playwright/test'
import type { ConsentChoice } from '@/lib/consent/record'
import { all, type ConsentPage, none, savePreferences } from '../support/consent-page'
import {
  allCookies,
  cookiesOf,
  expect,
  expectedHits,
  expectHits,
  openUnanswered,
  test,
} from '../support/tagged-site'

type Tab = ConsentPage & { page: Page }

/** In front, as the browser paints other tabs only once a second. */
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

test('an answer in one tab counts in the other, which reports no choice', async ({ page, visit }) => {
  const { first, second } = await openTabs(page)
  const ofFirst = expectedHits('accepted', '/: accept_all, granted, view')
  const ofSecond = expectedHits('accepted', '/terms: view')

  await test.step('a grant, with which the other tab counts its own page', async () => {
    await page.bringToFront()
    await first.accept.click()
    await expect(second.banner).toBeHidden()
    await expectHits(second.page, visit, { hits: ofSecond, now: 'accepted' })
    await expectHits(first.page, visit, { hits: ofFirst, now: 'accepted' })
    expect(await cookiesOf(page)).toEqual(allCookies)
  })

  await test.step('a withdrawal, after which no cookie returns', async () => {
    await saveIn(second, none)
    ofSecond.push(...expectedHits('refused', '/terms: custom false false'))
    await expectHits(first.page, visit, { hits: ofFirst, now: 'refused' })
    await expectHits(second.page, visit, { hits: ofSecond, now: 'refused' })
    expect(await cookiesOf(page)).toEqual([])
  })

  await test.step('cleared storage, which revokes a grant', async () => {
    await saveIn(first, all)
    ofFirst.push(...expectedHits('accepted', '/: custom true true, granted'))
    await expectHits(second.page, visit, { hits: ofSecond, now: 'accepted' })
    await first.page.evaluate(() => localStorage.clear())
    await second.page.bringToFront()
    await expect(second.banner).toBeVisible()
    await expectHits(second.page, visit, { hits: ofSecond, now: 'refused' })
  })
})
