/** Google's tag is slow or blocked: nothing is lost that could be sent, nothing is sent too early. */
import { consentKeys } from '@/lib/consent-keys'
import { tagScript } from '../support/gtag/server'
import {
  banner,
  expect,
  expectHits,
  follow,
  notice,
  press,
  savePreferences,
  test,
} from '../support/tagged-site'

const granted = [
  'cookie_consent consent_type=accept_all: accepted, on /',
  'consent_granted: accepted, on /',
  'page_view: accepted, on /',
]

test.describe('a tag that is slow', () => {
  let release: () => void

  test.beforeEach(async ({ page, tagServer }) => {
    release = tagServer.hold()
    await page.goto('/')
    await expect(banner(page)).toBeVisible()
  })

  test('hears afterwards what was chosen, and counts the page once', async ({ page, visit }) => {
    await press(page, 'Accept All')
    await expect(banner(page)).toBeHidden()
    expect(visit.hits()).toEqual([])
    release()
    await expectHits(page, visit, { hits: granted, now: 'accepted' })
  })

  test('never hears of a grant that was a refusal by then', async ({ page, visit }) => {
    await press(page, 'Reject All')
    release()
    await expectHits(page, visit, {
      hits: ['cookie_consent consent_type=reject_all: refused, on /'],
      now: 'refused',
    })
  })

  test('counts the pages that were seen meanwhile, each once', async ({ page, visit }) => {
    await press(page, 'Accept All')
    await follow(page, 'Terms')
    expect(visit.hits()).toEqual([])
    release()
    await expectHits(page, visit, { hits: [...granted, 'page_view: accepted, on /terms'], now: 'accepted' })
  })
})

test.describe('a tag that is blocked', () => {
  test.use({ expectedErrors: /net::ERR_/ })

  test('takes nothing from the banner, nor from the dialog', async ({ page, visit, tagServer }) => {
    tagServer.block()
    await page.goto('/')
    await press(page, 'Accept All')
    await expect(banner(page)).toBeHidden()
    await savePreferences(page, { analytics: true, marketing: false })
    await expect(notice(page)).toContainText('There were no cookies to delete')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Cookie settings' })).toBeEnabled()
    const stored = await page.evaluate((key) => localStorage.getItem(key), consentKeys.choice)
    expect(JSON.parse(stored ?? '')).toMatchObject({ analytics: true, marketing: false })
    await expect.poll(() => visit.requests()).toContain(tagScript)
    expect(visit.hits()).toEqual([])
  })
})
