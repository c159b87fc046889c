import { consentKeys } from '@/lib/consent-keys'
import {
  all,
  allCookies,
  analyticsCookies,
  banner,
  cookiesOf,
  expect,
  expectHits,
  marketingCookies,
  press,
  savePreferences,
  test,
} from '../support/tagged-site'

test('whoever does not answer is not measured, and the tag knows that nothing was answered', async ({
  page,
  visit,
}) => {
  await page.goto('/')
  await expect(banner(page)).toBeVisible()
  await expectHits(page, visit, { hits: [], now: 'unanswered' })
  expect(await cookiesOf(page)).toEqual([])
})

for (const button of ['Reject All', 'Reject all and close'] as const) {
  test(`${button} tells the refusal and nothing else`, async ({ page, visit }) => {
    await page.goto('/')
    await press(page, button)
    await expect(banner(page)).toBeHidden()
    await expectHits(page, visit, {
      hits: ['cookie_consent consent_type=reject_all: refused, on /'],
      now: 'refused',
    })
    expect(visit.hits().filter(({ isAutomatic }) => isAutomatic)).toEqual([])
    expect(await cookiesOf(page)).toEqual([])
  })
}

test('Accept All tells the grant, that something was granted, and one page view', async ({ page, visit }) => {
  await page.goto('/')
  await press(page, 'Accept All')
  await expectHits(page, visit, {
    hits: [
      'cookie_consent consent_type=accept_all: accepted, on /',
      'consent_granted: accepted, on /',
      'page_view: accepted, on /',
    ],
    now: 'accepted',
  })
  const automatic = visit.hits().filter(({ isAutomatic }) => isAutomatic)
  expect(
    automatic.map(({ name }) => name),
    'the tag heard one grant',
  ).toEqual(['user_engagement'])
  expect(await cookiesOf(page)).toEqual(allCookies)
})

test('analytics alone is told so, with a page view and without advertising', async ({ page, visit }) => {
  await page.goto('/')
  await savePreferences(page, { analytics: true, marketing: false })
  await expectHits(page, visit, {
    hits: [
      'cookie_consent consent_type=custom analytics_consent=true marketing_consent=false: analytics, on /',
      'consent_granted: analytics, on /',
      'page_view: analytics, on /',
    ],
    now: 'analytics',
  })
  expect(await cookiesOf(page)).toEqual(analyticsCookies)
})

test('marketing alone is told so, without a page view', async ({ page, visit }) => {
  await page.goto('/')
  await savePreferences(page, { analytics: false, marketing: true })
  await expectHits(page, visit, {
    hits: [
      'cookie_consent consent_type=custom analytics_consent=false marketing_consent=true: marketing, on /',
      'consent_granted: marketing, on /',
    ],
    now: 'marketing',
  })
  expect(await cookiesOf(page)).toEqual(marketingCookies)
})

test('preferences that grant nothing are a refusal, told as one’s own choice', async ({ page, visit }) => {
  await page.goto('/')
  await savePreferences(page, { analytics: false, marketing: false })
  await expectHits(page, visit, {
    hits: [
      'cookie_consent consent_type=custom analytics_consent=false marketing_consent=false: refused, on /',
    ],
    now: 'refused',
  })
})

test('the same choice once more is told, but grants nothing new', async ({ page, visit }) => {
  await page.goto('/')
  await press(page, 'Accept All')
  await expect.poll(() => visit.hits().map(({ name }) => name)).toContain('page_view')
  await savePreferences(page, all)
  await expectHits(page, visit, {
    hits: [
      'cookie_consent consent_type=accept_all: accepted, on /',
      'consent_granted: accepted, on /',
      'page_view: accepted, on /',
      'cookie_consent consent_type=custom analytics_consent=true marketing_consent=true: accepted, on /',
    ],
    now: 'accepted',
  })
})

test('one category after the other: each is granted once, and the page is counted once', async ({
  page,
  visit,
}) => {
  await page.goto('/')
  await savePreferences(page, { analytics: false, marketing: true })
  await expect.poll(() => visit.hits().map(({ name }) => name)).toContain('consent_granted')
  await savePreferences(page, all)
  await expectHits(page, visit, {
    hits: [
      'cookie_consent consent_type=custom analytics_consent=false marketing_consent=true: marketing, on /',
      'consent_granted: marketing, on /',
      'cookie_consent consent_type=custom analytics_consent=true marketing_consent=true: accepted, on /',
      'consent_granted: accepted, on /',
      'page_view: accepted, on /',
    ],
    now: 'accepted',
  })
})

test.describe('with Global Privacy Control', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
    })
    await page.goto('/')
    await expect(banner(page).getByText('Global Privacy Control, and we honour it')).toBeVisible()
  })

  test('nothing is granted by itself', async ({ page, visit }) => {
    await expectHits(page, visit, { hits: [], now: 'unanswered' })
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })

  test('what one grants all the same is granted, and stored with its circumstance', async ({
    page,
    visit,
  }) => {
    await press(page, 'Accept All')
    await expectHits(page, visit, {
      hits: [
        'cookie_consent consent_type=accept_all: accepted, on /',
        'consent_granted: accepted, on /',
        'page_view: accepted, on /',
      ],
      now: 'accepted',
    })
    const stored = await page.evaluate((key) => localStorage.getItem(key), consentKeys.choice)
    expect(JSON.parse(stored ?? '')).toMatchObject({ ...all, type: 'accept_all', gpc: true })
  })
})
