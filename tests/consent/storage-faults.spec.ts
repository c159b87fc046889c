/** A browser that keeps nothing: the banner answers, and the choice holds until the page is left. */
import { consentOn, none, savePreferences } from '../support/consent-page'
import { expect, expectHits, followLink, openUnanswered, test } from '../support/tagged-site'

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

test('what is answered holds from page to page, and is asked for again later', async ({ page, visit }) => {
  const { banner, reject, accept, settings, analytics, closeDialog, notice } = consentOn(page)

  await test.step('a refusal, for which the storage is full', async () => {
    await openUnanswered(page)
    await page.evaluate(fill)
    await reject.click()
    await expect(banner).toBeHidden()
    await followLink(page, 'Terms')
    await expectHits(page, visit, {
      hits: ['cookie_consent consent_type=reject_all: refused, on /'],
      now: 'refused',
    })
    await expect(banner).toBeHidden()
  })

  await test.step('a grant, which is told once, where storage is switched off', async () => {
    await page.addInitScript(switchOff)
    await openUnanswered(page)
    await expectHits(page, visit, { hits: [], now: 'unanswered' })
    await accept.click()
    await expect(banner).toBeHidden()
    await followLink(page, 'Terms')
    await followLink(page, 'Privacy')
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
    await expect(banner).toBeHidden()
    await settings.click()
    await expect(analytics).toBeChecked()
    await closeDialog.click()
    await savePreferences(page, none)
    await expect(notice).toContainText('3 cookies were deleted')
  })
})
