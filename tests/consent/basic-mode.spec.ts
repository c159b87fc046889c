import type { Page } from '@playwright/test'
import { all, consentOn, none, savePreferences, setBannerDelay } from '../support/consent-page'
import { adSettingsOf, cookiesOf, expect, expectHits, followLink, test } from '../support/tagged-site'

test.use({ tag: 'basic' })

/** When this has come back the page knows of the tag, and could have asked for it. */
async function openAll(page: Page): Promise<void> {
  const settings = page.waitForResponse('**/api/config')
  await page.goto('/')
  await (await settings).finished()
  await page.waitForLoadState('networkidle')
}

test('Google hears nothing before a grant, all then, and nothing after a withdrawal, not even that', async ({
  page,
  visit,
}) => {
  const { banner, reject, notice } = consentOn(page)

  await test.step('who refuses', async () => {
    await setBannerDelay(page, 'at once')
    await openAll(page)
    await expect(banner).toBeVisible()
    expect(visit.requests()).toEqual([])
    await reject.click()
    await followLink(page, 'Terms')
    await openAll(page)
    expect(visit.requests()).toEqual([])
  })

  const hits = [
    'cookie_consent consent_type=custom analytics_consent=false marketing_consent=true: marketing, on /',
    'consent_granted: marketing, on /',
  ]
  await test.step('a grant later tells of itself alone', async () => {
    await savePreferences(page, { analytics: false, marketing: true })
    await expectHits(page, visit, { hits, now: 'marketing' })
    expect(await adSettingsOf(page)).toEqual([
      ['set', 'ads_data_redaction', true],
      ['set', 'url_passthrough', true],
    ])
  })

  await test.step('who withdraws sends nothing more until something is granted again', async () => {
    await savePreferences(page, none)
    await expect(notice).toContainText('1 cookie was deleted')
    expect(await cookiesOf(page)).toEqual([])
    await page.evaluate(() => window.gtag?.('event', 'of_the_tag_itself'))
    await followLink(page, 'Terms')
    await savePreferences(page, all)
    hits.push(
      'cookie_consent consent_type=custom analytics_consent=true marketing_consent=true: accepted, on /terms',
      'consent_granted: accepted, on /terms',
      'page_view: accepted, on /terms',
    )
    await expectHits(page, visit, { hits, now: 'accepted' })
  })

  await test.step('who has granted before is counted at once, and each page once', async () => {
    await openAll(page)
    await expectHits(page, visit, { hits: ['page_view: accepted, on /'], now: 'accepted' })
  })
})
