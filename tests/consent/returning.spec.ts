/** Who has chosen before: the boot script tells it before the tag begins, so nothing is held back. */
import {
  all,
  allCookies,
  analyticsCookies,
  banner,
  cookiesOf,
  expect,
  expectHits,
  letHaveChosen,
  marketingCookies,
  none,
  test,
} from '../support/tagged-site'

for (const { what, type, choice, state, hits, cookies } of [
  { what: 'all', type: 'accept_all', choice: all, state: 'accepted', hits: 1, cookies: allCookies },
  {
    what: 'analytics alone',
    type: 'custom',
    choice: { analytics: true, marketing: false },
    state: 'analytics',
    hits: 1,
    cookies: analyticsCookies,
  },
  {
    what: 'marketing alone',
    type: 'custom',
    choice: { analytics: false, marketing: true },
    state: 'marketing',
    hits: 0,
    cookies: marketingCookies,
  },
  { what: 'nothing', type: 'reject_all', choice: none, state: 'refused', hits: 0, cookies: [] },
] as const) {
  test(`who has granted ${what} before: ${hits ? 'one page view at once' : 'no hit at all'}`, async ({
    page,
    visit,
  }) => {
    await letHaveChosen(page, type, choice)
    await page.goto('/terms')
    const expected = hits ? [`page_view: ${state}, on /terms`] : []
    await expectHits(page, visit, { hits: expected, now: state })
    const { hits: sent, probe } = await visit.hitsUntilNow(page)
    // A tag that had to wait for the update would have held them for 500 ms.
    expect([...sent, probe].filter(({ heldMs }) => heldMs > 250)).toEqual([])
    expect(await cookiesOf(page)).toEqual(cookies)
    await expect(banner(page)).toBeHidden()
  })
}

test('a choice that is no longer valid counts as none', async ({ page, visit }) => {
  await letHaveChosen(page, 'accept_all', all)
  await page.addInitScript(() => localStorage.setItem('cookie-consent-timestamp', '2020-01-01T00:00:00.000Z'))
  await page.goto('/terms')
  await expect(banner(page)).toBeVisible()
  await expectHits(page, visit, { hits: [], now: 'unanswered' })
  expect(await cookiesOf(page)).toEqual([])
})

test('each load of a page is one page view, with the same number for the visitor', async ({
  page,
  visit,
}) => {
  await letHaveChosen(page, 'accept_all', all)
  for (const path of ['/terms', '/privacy']) {
    await page.goto(path)
    await expectHits(page, visit, { hits: [`page_view: accepted, on ${path}`], now: 'accepted' })
  }
  const views = visit.hits().filter(({ name }) => name === 'page_view')
  expect(views).toHaveLength(2)
  expect(new Set(views.map(({ wire }) => /&cid=([^&]+)/.exec(wire)?.[1])).size).toBe(1)
})
