/** The page is left by the click that chooses: nothing of it is lost. */
import { consentOn } from '../support/consent-page'
import { expect, expectHits, openUnanswered, test } from '../support/tagged-site'

const answers = [
  {
    answer: 'reject',
    paint: 'is painted once more',
    state: 'refused',
    hits: ['cookie_consent'],
    views: [],
  },
  {
    answer: 'accept',
    paint: 'is not painted any more',
    state: 'accepted',
    hits: ['cookie_consent', 'consent_granted', 'page_view'],
    views: ['page_view: accepted, on /terms'],
  },
] as const

test('an answer in a page that is left at once is told and holds', async ({ page, visit }) => {
  for (const { answer, paint, state, hits, views } of answers) {
    await test.step(`${answer} in a page that ${paint}`, async () => {
      const { [answer]: button } = await openUnanswered(page)
      // After its first hit a tag sends the others together, after a while or when the page is left.
      const { probe } = await visit.hitsUntilNow(page)
      await button.evaluate((pressed: HTMLElement, hasFrames) => {
        if (!hasFrames) window.requestAnimationFrame = () => 0
        pressed.click()
        location.assign('/terms')
      }, paint === 'is painted once more')
      await expect(page).toHaveURL('/terms')
      const told = () =>
        visit
          .hits()
          .filter((hit) => hit.page === probe.page && hit.number > probe.number && !hit.isAutomatic)
          .map(({ name, location }) => `${name} ${new URL(location).pathname}`)
      await expect.poll(told).toEqual(hits.map((name) => `${name} /`))
      await expectHits(page, visit, { hits: views, now: state })
      expect(told()).toEqual(hits.map((name) => `${name} /`))
      await expect(consentOn(page).banner).toBeHidden()
      await page.evaluate(() => localStorage.clear())
    })
  }
})
