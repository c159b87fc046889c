import {
  all,
  expect,
  expectHits,
  follow,
  letHaveChosen,
  none,
  press,
  savePreferences,
  test,
} from '../support/tagged-site'

test('who has granted analytics before is counted on each page, and once', async ({ page, site, visit }) => {
  await letHaveChosen(page, 'accept_all', all)
  await page.goto('/')
  await follow(page, 'Terms')
  await follow(page, 'Privacy')
  await follow(page, 'Terms')
  await expectHits(page, visit, {
    hits: ['/', '/terms', '/privacy', '/terms'].map((path) => `page_view: accepted, on ${path}`),
    now: 'accepted',
  })
  const views = visit.hits().filter(({ name }) => name === 'page_view')
  expect(views.map(({ referrer }) => referrer)).toEqual(
    ['', '/', '/terms', '/privacy'].map((path) => path && site.url + path),
  )
})

test('who grants it on the second page is counted from there on', async ({ page, visit }) => {
  await page.goto('/')
  await follow(page, 'Terms')
  await press(page, 'Accept All')
  await follow(page, 'Privacy')
  await expectHits(page, visit, {
    hits: [
      'cookie_consent consent_type=accept_all: accepted, on /terms',
      'consent_granted: accepted, on /terms',
      'page_view: accepted, on /terms',
      'page_view: accepted, on /privacy',
    ],
    now: 'accepted',
  })
})

test('who has refused is counted nowhere, and after a change of mind only there', async ({ page, visit }) => {
  await letHaveChosen(page, 'reject_all', none)
  await page.goto('/')
  await follow(page, 'Terms')
  await follow(page, 'Privacy')
  await expectHits(page, visit, { hits: [], now: 'refused' })
  await savePreferences(page, { analytics: true, marketing: false })
  await expectHits(page, visit, {
    hits: [
      'cookie_consent consent_type=custom analytics_consent=true marketing_consent=false: analytics, on /privacy',
      'consent_granted: analytics, on /privacy',
      'page_view: analytics, on /privacy',
    ],
    now: 'analytics',
  })
})

test('another query or fragment is no other page', async ({ page, visit }) => {
  await letHaveChosen(page, 'accept_all', all)
  await page.goto('/contact')
  await expectHits(page, visit, { hits: ['page_view: accepted, on /contact'], now: 'accepted' })
  await page.evaluate(() => {
    history.pushState(null, '', '/contact?name=Ada')
    location.hash = 'no-address'
  })
  await follow(page, 'Terms')
  await expectHits(page, visit, {
    hits: ['page_view: accepted, on /contact', 'page_view: accepted, on /terms'],
    now: 'accepted',
  })
})
