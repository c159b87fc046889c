import { all, consentOn, none, savePreferences, storeEarlierChoice } from '../support/consent-page'
import { analyticsCookies, cookiesOf, expect, expectHits, followLink, test } from '../support/tagged-site'

test('who has granted analytics before is counted on each page, and once', async ({ page, site, visit }) => {
  await storeEarlierChoice(page, 'accept_all', all)
  await page.goto('/')
  await followLink(page, 'Terms')
  await followLink(page, 'Privacy')
  await test.step('another query or fragment is no other page', async () => {
    await page.evaluate(() => {
      history.pushState(null, '', '/privacy?name=Ada')
      location.hash = 'no-address'
    })
  })
  await followLink(page, 'Terms')
  await expectHits(page, visit, {
    hits: ['/', '/terms', '/privacy', '/terms'].map((path) => `page_view: accepted, on ${path}`),
    now: 'accepted',
  })
  const views = () => visit.hits().filter(({ name }) => name === 'page_view')
  expect(views().map(({ referrer }) => referrer)).toEqual(
    ['', '/', '/terms', '/privacy'].map((path) => path && site.url + path),
  )
  await test.step('each load of a page is one page view, with the same number for the visitor', async () => {
    await page.goto('/contact')
    await expectHits(page, visit, { hits: ['page_view: accepted, on /contact'], now: 'accepted' })
    expect(views()).toHaveLength(5)
    expect(new Set(views().map(({ wire }) => /&cid=([^&]+)/.exec(wire)?.[1])).size).toBe(1)
  })
})

test('who has refused is counted nowhere, and after a change of mind to analytics alone from there on', async ({
  page,
  visit,
}) => {
  await storeEarlierChoice(page, 'reject_all', none)
  await page.goto('/')
  await followLink(page, 'Terms')
  await followLink(page, 'Privacy')
  await expectHits(page, visit, { hits: [], now: 'refused' })
  expect(await cookiesOf(page)).toEqual([])
  await savePreferences(page, { analytics: true, marketing: false })
  await expectHits(page, visit, {
    hits: [
      'cookie_consent consent_type=custom analytics_consent=true marketing_consent=false: analytics, on /privacy',
      'consent_granted: analytics, on /privacy',
      'page_view: analytics, on /privacy',
    ],
    now: 'analytics',
  })
  expect(await cookiesOf(page)).toEqual(analyticsCookies)
  await page.goto('/terms')
  await expectHits(page, visit, { hits: ['page_view: analytics, on /terms'], now: 'analytics' })
  await expect(consentOn(page).banner).toBeHidden()
})
