/** A browser that keeps nothing: the banner answers, and the choice holds until the page is left. */
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

function switchOff(): void {
  Object.defineProperty(window, 'localStorage', {
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })
}

function fill(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
}

for (const { fault, apply } of [
  { fault: 'switched off', apply: switchOff },
  { fault: 'full', apply: fill },
]) {
  test(`storage that is ${fault}: a grant holds from page to page, and is told once`, async ({
    page,
    visit,
  }) => {
    await page.addInitScript(apply)
    await page.goto('/')
    await press(page, 'Accept All')
    await expect(banner(page)).toBeHidden()
    await follow(page, 'Terms')
    await follow(page, 'Privacy')
    await expectHits(page, visit, {
      hits: [
        'cookie_consent consent_type=accept_all: accepted, on /',
        'consent_granted: accepted, on /',
        'page_view: accepted, on /',
        'page_view: accepted, on /terms',
        'page_view: accepted, on /privacy',
      ],
      now: 'accepted',
    })
    await expect(banner(page)).toBeHidden()
    await savePreferences(page, { analytics: false, marketing: false })
    await expect(notice(page)).toContainText('3 cookies were deleted')
  })

  test(`storage that is ${fault}: a refusal holds from page to page, and is asked for again later`, async ({
    page,
    visit,
  }) => {
    await page.addInitScript(apply)
    await page.goto('/')
    await press(page, 'Reject All')
    await expect(banner(page)).toBeHidden()
    await follow(page, 'Terms')
    await expectHits(page, visit, {
      hits: ['cookie_consent consent_type=reject_all: refused, on /'],
      now: 'refused',
    })
    await expect(banner(page)).toBeHidden()
    await page.reload()
    await expect(banner(page)).toBeVisible()
    await expectHits(page, visit, { hits: [], now: 'unanswered' })
  })
}
