import { all, storeEarlierChoice } from '../support/consent-page'
import { expect, expectHits, followLink, test } from '../support/tagged-site'

test('a stored grant counts each page once, immediately', async ({ page, site, visit }) => {
  await storeEarlierChoice(page, 'accept_all', all)
  await page.goto('/')
  await expect.poll(() => visit.hits().length).toBeGreaterThan(0)
  await followLink(page, 'Terms')
  await followLink(page, 'Privacy')
  await test.step('another query or fragment is no other page', async () => {
    await page.evaluate(() => {
      history.pushState(null, '', '/privacy?name=Ada')
      location.hash = 'no-address'
    })
  })
  await followLink(page, 'Terms')
  await expectHits(page, visit, {
    hits: ['/', '/terms', '/privacy', '/terms'].map((path) => `page_view: accepted, on ${path}`),
    now: 'accepted',
  })
  const views = () => visit.hits().filter(({ name }) => name === 'page_view')
  expect(views().map(({ referrer }) => referrer)).toEqual(
    ['', '/', '/terms', '/privacy'].map((path) => path && site.url + path),
  )
  // A tag that had to wait for the stored choice would have held them for 500 ms.
  expect(views().filter(({ heldMs }) => heldMs > 250)).toEqual([])
  await page.goto('/contact')
  await expectHits(page, visit, { hits: ['page_view: accepted, on /contact'], now: 'accepted' })
  expect(views()).toHaveLength(5)
  expect(new Set(views().map(({ wire }) => /&cid=([^&]+)/.exec(wire)?.[1])).size).toBe(1)
})
