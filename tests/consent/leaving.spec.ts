/** The page is left by the press that chooses: nothing of it is lost. */
import { clearStoredChoice, consentOn } from '../support/consent-page'
import { expect, expectHits, openUnanswered, test } from '../support/tagged-site'

const rows = [
  { answer: 'reject', isPainted: true, now: 'refused', hits: ['cookie_consent'] },
  {
    answer: 'accept',
    isPainted: false,
    now: 'accepted',
    hits: ['cookie_consent', 'consent_granted', 'page_view'],
  },
] as const

test('an answer in a page that is left immediately is reported and lasts', async ({ page, visit }) => {
  for (const { answer, isPainted, now, hits } of rows) {
    await test.step(`${answer} in a page that is painted once more: ${isPainted}`, async () => {
      const { [answer]: button } = await openUnanswered(page)
      // After its first hit a tag sends the others together, after a while or when the page is left.
      const { probe } = await visit.hitsUntilNow(page)
      await button.evaluate((pressed: HTMLElement, isPainted) => {
        if (!isPainted) window.requestAnimationFrame = () => 0
        pressed.click()
        location.assign('/terms')
      }, isPainted)
      await expect(page).toHaveURL('/terms')
      const sent = () =>
        visit
          .hits()
          .filter((hit) => hit.page === probe.page && hit.number > probe.number && !hit.isAutomatic)
          .map(({ name, location }) => `${name} ${new URL(location).pathname}`)
      await expect.poll(sent).toEqual(hits.map((name) => `${name} /`))
      const views = now === 'accepted' ? ['page_view: accepted, on /terms'] : []
      await expectHits(page, visit, { hits: views, now })
      expect(sent()).toEqual(hits.map((name) => `${name} /`))
      await expect(consentOn(page).banner).toBeHidden()
      await clearStoredChoice(page)
    })
  }
})
