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
  expectHits,
  followLink,
  test,
} from '../support/tagged-site'

/** The site under a name that has a parent: `localhost` itself, as a top domain, takes no cookie. */
const addressOf = (site: { url: string }) => site.url.replace('127.0.0.1', 'app.foyer.localhost')

async function writeCookie(page: Page, cookie: string): Promise<void> {
  await page.evaluate((text) => {
    // biome-ignore lint/suspicious/noDocumentCookie: as other tags do
    document.cookie = text
  }, cookie)
}

const refusal =
  'cookie_consent consent_type=custom analytics_consent=false marketing_consent=false: refused, on /terms'

test('what is withdrawn is told, its own cookies are gone everywhere, and later pages are not counted', async ({
  page,
  site,
  visit,
}) => {
  const { banner, notice } = consentOn(page)
  await storeEarlierChoice(page, 'accept_all', all)
  await setBannerDelay(page, 'at once')
  await page.goto(`${addressOf(site)}/terms`)
  await expect.poll(() => cookiesOf(page)).toEqual(allCookies)
  const domains = (await page.context().cookies()).map(({ domain }) => domain)
  expect(domains).toEqual(['.foyer.localhost', '.foyer.localhost', '.foyer.localhost'])
  const hits = ['page_view: accepted, on /terms']

  await test.step('one category takes its own cookies alone', async () => {
    await savePreferences(page, { analytics: true, marketing: false })
    await expect(notice).toContainText('1 cookie was deleted')
    hits.push(
      'cookie_consent consent_type=custom analytics_consent=true marketing_consent=false: analytics, on /terms',
    )
    await expectHits(page, visit, { hits, now: 'analytics' })
    expect(await cookiesOf(page)).toEqual(analyticsCookies)
  })

  await test.step('all of them, also those of other tags and domains', async () => {
    await writeCookie(page, '_gid=GA1.1.1; path=/')
    await writeCookie(page, '_gac_1=1; path=/; domain=app.foyer.localhost')
    await writeCookie(page, 'theirs=1; path=/')
    await savePreferences(page, none)
    await expect(notice.getByRole('alert')).toHaveText('Your choice is saved. 4 cookies were deleted.')
    hits.push(refusal)
    await expectHits(page, visit, { hits, now: 'refused' })
    expect(await cookiesOf(page)).toEqual(['theirs'])
  })

  await test.step('granted again on the same page: told again, under a new number, and not counted again', async () => {
    await savePreferences(page, all)
    hits.push(
      'cookie_consent consent_type=custom analytics_consent=true marketing_consent=true: accepted, on /terms',
      'consent_granted: accepted, on /terms',
    )
    await expectHits(page, visit, { hits, now: 'accepted' })
    const granted = visit.hits().filter(({ gcs, isAutomatic }) => gcs === 'G111' && !isAutomatic)
    const numbers = granted.map(({ wire }) => /&cid=([^&]+)/.exec(wire)?.[1])
    expect(new Set(numbers).size).toBe(2)
    await expect(notice).toBeHidden()
  })

  await test.step('a cookie that does not go, as one of a lower path, is named; later pages are not counted', async () => {
    await writeCookie(page, '_ga_old=1; path=/terms')
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
    })
    await savePreferences(page, none)
    await expect(notice).toContainText('Your browser kept _ga_old. You can delete cookies in its settings.')
    hits.push(refusal)
    await followLink(page, 'Privacy')
    await expectHits(page, visit, { hits, now: 'refused' })
    expect(await cookiesOf(page)).toEqual(['_ga_old', 'theirs'])
  })

  await test.step('a withdrawal for which the storage was full has left no grant behind', async () => {
    await page.reload()
    await expect(banner).toBeVisible()
    await expectHits(page, visit, { hits: [], now: 'unanswered' })
  })
})
