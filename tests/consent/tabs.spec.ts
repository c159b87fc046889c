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

const granted = [
  'cookie_consent consent_type=accept_all: accepted, on /',
  'consent_granted: accepted, on /',
  'page_view: accepted, on /',
]

const refusal = 'cookie_consent consent_type=custom analytics_consent=false marketing_consent=false'
const grant = 'cookie_consent consent_type=custom analytics_consent=true marketing_consent=true'

test('what is answered in one tab holds in the other, without a word', async ({ page, visit }) => {
  const { first, second } = await openTabs(page)
  const ofFirst = [...granted]
  const ofSecond = ['page_view: accepted, on /terms']

  await test.step('a grant: the other tab counts its own page and reports no choice', async () => {
    await page.bringToFront()
    await first.accept.click()
    await expect(second.banner).toBeHidden()
    await expectHits(second.page, visit, { hits: ofSecond, now: 'accepted' })
    await expectHits(first.page, visit, { hits: ofFirst, now: 'accepted' })
    expect(await cookiesOf(page)).toEqual(allCookies)
  })

  await test.step('a withdrawal, and no cookie comes back', async () => {
    await saveIn(second, none)
    ofSecond.push(`${refusal}: refused, on /terms`)
    await expectHits(first.page, visit, { hits: ofFirst, now: 'refused' })
    await expectHits(second.page, visit, { hits: ofSecond, now: 'refused' })
    expect(await cookiesOf(page)).toEqual([])
  })

  await test.step('another grant, and a withdrawal the other way', async () => {
    await saveIn(second, all)
    ofSecond.push(`${grant}: accepted, on /terms`, 'consent_granted: accepted, on /terms')
    await expectHits(first.page, visit, { hits: ofFirst, now: 'accepted' })
    await saveIn(first, none)
    ofFirst.push(`${refusal}: refused, on /`)
    await expectHits(first.page, visit, { hits: ofFirst, now: 'refused' })
    await expectHits(second.page, visit, { hits: ofSecond, now: 'refused' })
    expect(await cookiesOf(page)).toEqual([])
  })

  await test.step('storage that is cleared in another tab is no grant any more', async () => {
    await saveIn(first, all)
    ofFirst.push(`${grant}: accepted, on /`, 'consent_granted: accepted, on /')
    await expectHits(second.page, visit, { hits: ofSecond, now: 'accepted' })
    await first.page.evaluate(() => localStorage.clear())
    await second.page.bringToFront()
    await expect(second.banner).toBeVisible()
    await expectHits(second.page, visit, { hits: ofSecond, now: 'refused' })
  })

  await test.step('a refusal', async () => {
    await second.reject.click()
    ofSecond.push('cookie_consent consent_type=reject_all: refused, on /terms')
    await expectHits(first.page, visit, { hits: ofFirst, now: 'refused' })
    await expectHits(second.page, visit, { hits: ofSecond, now: 'refused' })
  })
})
