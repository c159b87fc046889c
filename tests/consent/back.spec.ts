import type { Page } from '@playwright/test'
import { contextWithout } from '../support/browser'
import { all, none, savePreferences, storeEarlierChoice } from '../support/consent-page'
import { cookiesOf, expect, expectHits, test } from '../support/tagged-site'

/** Playwright disables the back-forward cache; visitors have it. */
test.use({ context: contextWithout('--disable-back-forward-cache') })

/** Leaves the page for another document. */
async function leave(page: Page, path: string): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-kept', ''))
  await page.goto(path)
}

/** Expects the same document from the cache. */
async function goBack(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' })
  await expect(page.locator('html[data-kept]')).toHaveCount(1)
}

test('Back is one more page view, and none after a withdrawal elsewhere', async ({ page, visit }) => {
  const views = ['page_view: accepted, on /terms', 'page_view: accepted, on /terms']
  await storeEarlierChoice(page, 'accept_all', all)
  await page.goto('/terms')
  await expectHits(page, visit, { hits: views.slice(1), now: 'accepted' })

  await test.step('with its original referrer', async () => {
    await leave(page, '/icon.svg')
    await goBack(page)
    await expectHits(page, visit, { hits: views, now: 'accepted' })
    const ofTerms = visit.hits().filter((hit) => hit.name === 'page_view' && hit.location.endsWith('/terms'))
    expect(ofTerms.map(({ referrer }) => referrer)).toEqual(['', ''])
  })

  await test.step('a page that was away during the withdrawal counts nothing', async () => {
    await leave(page, '/privacy')
    await savePreferences(page, none)
    await expect.poll(() => cookiesOf(page)).toEqual([])
    await goBack(page)
    await expectHits(page, visit, { hits: views, now: 'refused' })
    expect(await cookiesOf(page)).toEqual([])
  })
})
