import type { Page, Route } from '@playwright/test'
import { createAccount, disableAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { refuse, standIn } from '../support/provider'
import { collectScripts } from '../support/scripts'
import { accountMenu, becomeSomebody, openSession, sessionCookie } from '../support/visitor'

test.use({ expectedErrors: /Failed to load resource|net::ERR_/ })

const isLookup = (url: URL) => url.pathname.endsWith('/accounts:lookup')

async function openAccountPage(page: Page) {
  const lookup = page.waitForRequest((request) => isLookup(new URL(request.url())))
  await page.goto('/app')
  await lookup
}

test('an account that was switched off is signed out at the next start, with words that say why', async ({
  page,
  site,
}) => {
  const { userId } = await becomeSomebody(page, site)
  await disableAccount(site, userId)
  await page.goto('/app')
  await expect(page).toHaveURL('/login?next=%2Fapp&notice=disabled')
  await expect(page.getByText('This account has been disabled')).toBeVisible()
  expect(await sessionCookie(page)).toBeNull()
})

test('a user whose tokens the provider has ended is signed out, with words that say why', async ({
  page,
  site,
}) => {
  await becomeSomebody(page, site)
  await page.route(isLookup, (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message: 'TOKEN_EXPIRED' } } }),
  )
  await page.goto('/app')
  await expect(page).toHaveURL('/login?next=%2Fapp&notice=ended')
  await expect(page.getByText('You were signed out')).toBeVisible()
})

test('a stored user that is missing changes nothing: the session lives', async ({ page, site }) => {
  const account = await createAccount(site)
  await openSession(page, site, account)
  const sdk = page.waitForResponse(
    async (response) =>
      response.request().resourceType() === 'script' && (await response.text()).includes('identitytoolkit'),
  )
  await page.goto('/app')
  await sdk
  await page.waitForTimeout(1_000)
  await expect(page.getByText(account.email)).toBeVisible()
  await expect(page).toHaveURL('/app')
  expect(await sessionCookie(page)).not.toBeNull()
})

test('a provider that cannot be asked signs nobody out, and one that keeps silent delays nothing that can be seen', async ({
  page,
  site,
}) => {
  const { email } = await becomeSomebody(page, site)
  for (const { what, answer } of [
    { what: 'silence', answer: () => undefined },
    { what: 'no network', answer: (route: Route) => route.abort() },
    { what: 'a fault', answer: (route: Route) => refuse(route, 'BACKEND_ERROR', 503) },
  ]) {
    await test.step(what, async () => {
      const stop = await standIn(page, 'accounts:lookup', answer)
      await openAccountPage(page)
      await page.waitForTimeout(1_000)
      await expect(page.getByText(email), what).toBeVisible()
      await stop()
    })
  }
})

test('public pages load no sign-in code, also with a session', async ({ page, site }) => {
  await becomeSomebody(page, site)
  const scriptsOf = collectScripts(page)
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(accountMenu(page)).toBeVisible()
  const scripts = await scriptsOf()
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((script) => script.includes('identitytoolkit')).length).toBe(0)
})
