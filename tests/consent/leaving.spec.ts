/** The page is left by the click that chooses: nothing of it is lost. */
import { banner, expect, expectHits, test } from '../support/tagged-site'

const accept = {
  button: 'Accept All',
  state: 'accepted',
  hits: ['cookie_consent', 'consent_granted', 'page_view'],
  views: ['page_view: accepted, on /terms'],
} as const
const reject = { button: 'Reject All', state: 'refused', hits: ['cookie_consent'], views: [] } as const

for (const { button, state, hits, views } of [accept, reject]) {
  for (const paint of ['is painted once more', 'is not painted any more'] as const) {
    test(`${button} in a page that ${paint} is told and holds`, async ({ page, visit }) => {
      await page.goto('/')
      await expect(banner(page)).toBeVisible()
      // After its first hit a tag sends the others together, after a while or when the page is left.
      const { probe } = await visit.hitsUntilNow(page)
      await banner(page)
        .getByRole('button', { name: button, exact: true })
        .evaluate((pressed: HTMLElement, hasFrames) => {
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
      await expect(banner(page)).toBeHidden()
    })
  }
}
