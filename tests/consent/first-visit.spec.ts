/** Who comes for the first time: what each answer tells, from the tag's first hit on. */
import { all, none, savePreferences, storedChoice } from '../support/consent-page'
import {
  adSettingsOf,
  allCookies,
  cookiesOf,
  expect,
  expectHits,
  marketingCookies,
  openUnanswered,
  test,
} from '../support/tagged-site'

const granted = [
  'cookie_consent consent_type=accept_all: accepted, on /',
  'consent_granted: accepted, on /',
  'page_view: accepted, on /',
]

test('whoever does not answer is not measured; to close the banner tells the refusal and nothing else', async ({
  page,
  visit,
}) => {
  const { banner, close } = await openUnanswered(page)
  await expectHits(page, visit, { hits: [], now: 'unanswered' })
  expect(await cookiesOf(page)).toEqual([])
  expect(await adSettingsOf(page)).toEqual([['set', 'ads_data_redaction', true]])
  await close.click()
  await expect(banner).toBeHidden()
  const refusal = 'cookie_consent consent_type=reject_all: refused, on /'
  await expectHits(page, visit, { hits: [refusal], now: 'refused' })

  await test.step('preferences that grant nothing are told as one’s own choice', async () => {
    await savePreferences(page, none)
    await expectHits(page, visit, {
      hits: [
        refusal,
        'cookie_consent consent_type=custom analytics_consent=false marketing_consent=false: refused, on /',
      ],
      now: 'refused',
    })
  })
  expect(visit.hits().filter(({ isAutomatic }) => isAutomatic)).toEqual([])
  expect(await cookiesOf(page)).toEqual([])
})

test('marketing alone has no page view; with analytics after it each is granted and the page counted once', async ({
  page,
  visit,
}) => {
  await openUnanswered(page)
  await savePreferences(page, { analytics: false, marketing: true })
  const marketing = [
    'cookie_consent consent_type=custom analytics_consent=false marketing_consent=true: marketing, on /',
    'consent_granted: marketing, on /',
  ]
  await expectHits(page, visit, { hits: marketing, now: 'marketing' })
  expect(await cookiesOf(page)).toEqual(marketingCookies)
  await savePreferences(page, all)
  await expectHits(page, visit, {
    hits: [
      ...marketing,
      'cookie_consent consent_type=custom analytics_consent=true marketing_consent=true: accepted, on /',
      'consent_granted: accepted, on /',
      'page_view: accepted, on /',
    ],
    now: 'accepted',
  })
})

test('Accept All and Reject All of the dialog send what those of the banner send', async ({
  page,
  visit,
}) => {
  const { dialog, acceptInDialog, rejectInDialog, notice } = await openUnanswered(page)
  const choices = page.getByRole('contentinfo').getByRole('button', { name: 'Your privacy choices' })
  await choices.click()
  await acceptInDialog.click()
  await expect(dialog).toHaveCount(0)
  await expectHits(page, visit, { hits: granted, now: 'accepted' })
  await choices.click()
  await rejectInDialog.click()
  await expect(notice.getByRole('alert')).toHaveText('Your choice is saved. 3 cookies were deleted.')
  await expectHits(page, visit, {
    hits: [...granted, 'cookie_consent consent_type=reject_all: refused, on /'],
    now: 'refused',
  })
  expect(await cookiesOf(page)).toEqual([])
})

test('Global Privacy Control grants nothing; Accept All under it tells the grant and one page view', async ({
  page,
  visit,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
  })
  const { banner, accept } = await openUnanswered(page)
  await expect(banner.getByText('Your browser sends Global Privacy Control, and we honor it')).toBeVisible()
  await expectHits(page, visit, { hits: [], now: 'unanswered' })
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await accept.click()
  await expectHits(page, visit, { hits: granted, now: 'accepted' })
  const { choice } = await storedChoice(page)
  expect(JSON.parse(choice ?? '')).toMatchObject({ ...all, type: 'accept_all', gpc: true })
  const automatic = visit.hits().filter(({ isAutomatic }) => isAutomatic)
  expect(
    automatic.map(({ name }) => name),
    'the tag heard one grant',
  ).toEqual(['user_engagement'])
  expect(await cookiesOf(page)).toEqual(allCookies)

  await test.step('granted once more, nothing is new', async () => {
    await savePreferences(page, all)
    await expectHits(page, visit, {
      hits: [
        ...granted,
        'cookie_consent consent_type=custom analytics_consent=true marketing_consent=true: accepted, on /',
      ],
      now: 'accepted',
    })
  })
})
