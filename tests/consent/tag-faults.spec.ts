/** Google's tag is slow or blocked: nothing is lost that could be sent, nothing is sent too early. */
import { consentOn, savePreferences, storedChoice } from '../support/consent-page'
import { tagScript } from '../support/gtag/server'
import { expect, expectHits, followLink, openUnanswered, test } from '../support/tagged-site'

test('a tag that is slow hears afterwards what was chosen', async ({ page, visit, tagServer }) => {
  await test.step('it never hears of a grant that was a refusal by then', async () => {
    const release = tagServer.hold()
    const { reject } = await openUnanswered(page)
    await reject.click()
    release()
    await expectHits(page, visit, {
      hits: ['cookie_consent consent_type=reject_all: refused, on /'],
      now: 'refused',
    })
  })

  await test.step('who grants on the second page is counted from there on, and each page seen meanwhile once', async () => {
    await page.evaluate(() => localStorage.clear())
    const before = visit.hits().length
    const release = tagServer.hold()
    const { accept, banner } = await openUnanswered(page)
    await followLink(page, 'Terms')
    await accept.click()
    await expect(banner).toBeHidden()
    await followLink(page, 'Privacy')
    expect(visit.hits()).toHaveLength(before)
    release()
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
})

test.describe('a tag that is blocked', () => {
  test.use({ expectedErrors: /net::ERR_/ })

  test('takes nothing from the banner, nor from the dialog', async ({ page, visit, tagServer }) => {
    tagServer.block()
    const { accept, banner, notice } = await openUnanswered(page)
    await accept.click()
    await expect(banner).toBeHidden()
    await savePreferences(page, { analytics: true, marketing: false })
    await expect(notice).toContainText('There were no cookies to delete')
    await page.reload()
    await expect(consentOn(page).settings).toBeEnabled()
    const { choice } = await storedChoice(page)
    expect(JSON.parse(choice ?? '')).toMatchObject({ analytics: true, marketing: false })
    await expect.poll(() => visit.requests()).toContain(tagScript)
    expect(visit.hits()).toEqual([])
  })
})
