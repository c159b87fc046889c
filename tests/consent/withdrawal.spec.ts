import type { Page } from '@playwright/test'
import {
  all,
  consentOn,
  none,
  savePreferences,
  setBannerDelay,
  storeEarlierChoice,
} from '../support/consent-page'
import {
  allCookies,
  analyticsCookies,
  cookiesOf,
  expect,
  expectedHits,
  expectHits,
  followLink,
  test,
} from '../support/tagged-site'

/** `localhost` itself, as a top domain, takes no cookies. */
const withParentDomain = (url: string) => url.replace('127.0.0.1', 'app.foyer.localhost')

async function writeCookie(page: Page, cookie: string): Promise<void> {
  await page.evaluate((text) => {
    // biome-ignore lint/suspicious/noDocumentCookie: as other tags do
    document.cookie = text
  }, cookie)
}

test('a withdrawal is reported, and deletes its cookies on all domains', async ({ page, site, visit }) => {
  const { banner } = consentOn(page)
  await storeEarlierChoice(page, 'accept_all', all)
  await setBannerDelay(page, 'at once')
  await page.goto(`${withParentDomain(site.url)}/terms`)
  await expect.poll(() => cookiesOf(page)).toEqual(allCookies)
  const domains = (await page.context().cookies()).map(({ domain }) => domain)
  expect(domains).toEqual(['.foyer.localhost', '.foyer.localhost', '.foyer.localhost'])
  const hits = expectedHits('accepted', '/terms: view')

  await test.step('of one category, with its own cookies', async () => {
    await savePreferences(page, { analytics: true, marketing: false })
    hits.push(...expectedHits('analytics', '/terms: custom true false'))
    await expectHits(page, visit, { hits, now: 'analytics' })
    expect(await cookiesOf(page)).toEqual(analyticsCookies)
  })

  await test.step('of both, also with cookies of other domains', async () => {
    await writeCookie(page, '_gac_1=1; path=/; domain=app.foyer.localhost')
    await writeCookie(page, 'theirs=1; path=/')
    await savePreferences(page, none)
    hits.push(...expectedHits('refused', '/terms: custom false false'))
    await expectHits(page, visit, { hits, now: 'refused' })
    expect(await cookiesOf(page)).toEqual(['theirs'])
  })

  await test.step('a new grant on the same page is reported, and the page not counted again', async () => {
    await savePreferences(page, all)
    hits.push(...expectedHits('accepted', '/terms: custom true true, granted'))
    await expectHits(page, visit, { hits, now: 'accepted' })
  })

  await test.step('with a full storage it lasts until the page is left', async () => {
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
    })
    await savePreferences(page, none)
    hits.push(...expectedHits('refused', '/terms: custom false false'))
    await followLink(page, 'Privacy')
    await expectHits(page, visit, { hits, now: 'refused' })
    expect(await cookiesOf(page)).toEqual(['theirs'])
  })

  await test.step('with a full storage, no older grant is left', async () => {
    await page.reload()
    await expect(banner).toBeVisible()
    await expectHits(page, visit, { hits: [], now: 'unanswered' })
  })
})
