import type { Page } from '@playwright/test'
import { all, consentOn, none, savePreferences, setBannerDelay } from '../support/consent-page'
import {
  adSettingsOf,
  cookiesOf,
  expect,
  expectedHits,
  expectHits,
  followLink,
  test,
} from '../support/tagged-site'

test.use({ tag: 'basic' })

/** Waits until the page knows the tag and could have requested it. */
async function openSettled(page: Page): Promise<void> {
  const settings = page.waitForResponse('**/api/config')
  await page.goto('/')
  await (await settings).finished()
  await page.waitForLoadState('networkidle')
}

test('Google gets nothing before a grant and after a withdrawal', async ({ page, visit }) => {
  const { banner, reject } = consentOn(page)

  await test.step('a refusal', async () => {
    await setBannerDelay(page, 'at once')
    await openSettled(page)
    await expect(banner).toBeVisible()
    expect(visit.requests()).toEqual([])
    await reject.click()
    await followLink(page, 'Terms')
    await openSettled(page)
    expect(visit.requests()).toEqual([])
  })

  const hits = expectedHits('marketing', '/: custom false true, granted')
  await test.step('a later grant reports only itself', async () => {
    await savePreferences(page, { analytics: false, marketing: true })
    await expectHits(page, visit, { hits, now: 'marketing' })
    expect(await adSettingsOf(page)).toEqual([
      ['set', 'ads_data_redaction', true],
      ['set', 'url_passthrough', true],
    ])
  })

  await test.step('after a withdrawal nothing is sent until something is granted again', async () => {
    await savePreferences(page, none)
    await expect.poll(() => cookiesOf(page)).toEqual([])
    await page.evaluate(() => window.gtag?.('event', 'of_the_tag_itself'))
    await followLink(page, 'Terms')
    await savePreferences(page, all)
    hits.push(...expectedHits('accepted', '/terms: custom true true, granted, view'))
    await expectHits(page, visit, { hits, now: 'accepted' })
  })

  await openSettled(page)
  await expectHits(page, visit, { hits: ['page_view: accepted, on /'], now: 'accepted' })
})
