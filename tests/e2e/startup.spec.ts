import type { Page } from '@playwright/test'
import { disableAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { collectScripts } from '../support/scripts'
import { sessionCookie, signInAsSomebody } from '../support/visitor'

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
  const { userId } = await signInAsSomebody(page, site)
  await page.goto('/')
  await disableAccount(site, userId)
  await page.goto('/app')
  await expect(page).toHaveURL('/login?next=%2Fapp&notice=disabled')
  await expect(page.getByText('This account has been switched off')).toBeVisible()
  expect(await sessionCookie(page)).toBeNull()
})

test('a user whose tokens the provider has ended is signed out, with words that say why', async ({
  page,
  site,
}) => {
  await signInAsSomebody(page, site)
  await page.goto('/')
  await page.route(isLookup, (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message: 'TOKEN_EXPIRED' } } }),
  )
  await page.goto('/app')
  await expect(page).toHaveURL('/login?next=%2Fapp&notice=ended')
  await expect(page.getByText('You were signed out')).toBeVisible()
})

test('a stored user that is missing changes nothing: the session lives', async ({ page, site }) => {
  const { email } = await signInAsSomebody(page, site)
  await page.goto('/terms')
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase('firebaseLocalStorageDb')
        request.onsuccess = resolve
        request.onerror = reject
      }),
  )
  const sdk = page.waitForResponse(
    async (response) =>
      response.request().resourceType() === 'script' && (await response.text()).includes('identitytoolkit'),
  )
  await page.goto('/app')
  await sdk
  await page.waitForTimeout(1_000)
  await expect(page.getByText(email)).toBeVisible()
  await expect(page).toHaveURL('/app')
  expect(await sessionCookie(page)).not.toBeNull()
})

for (const { what, status } of [
  { what: 'cannot be reached', status: 0 },
  { what: 'is at fault', status: 503 },
]) {
  test(`a provider that ${what} signs nobody out`, async ({ page, site }) => {
    const { email } = await signInAsSomebody(page, site)
    await page.route(isLookup, (route) =>
      status === 0
        ? route.abort()
        : route.fulfill({ status, json: { error: { code: status, message: 'BACKEND_ERROR' } } }),
    )
    await openAccountPage(page)
    await page.waitForTimeout(1_000)
    await expect(page.getByText(email)).toBeVisible()
    await page.reload()
    await expect(page.getByText(email)).toBeVisible()
  })
}

test('a provider that keeps silent delays nothing that can be seen', async ({ page, site }) => {
  const { email } = await signInAsSomebody(page, site)
  await page.route(isLookup, () => undefined)
  await openAccountPage(page)
  await expect(page.getByText(email)).toBeVisible()
})

test('public pages load no sign-in code, also with a session', async ({ page, site, context }) => {
  await signInAsSomebody(page, site)
  const other = await context.newPage()
  const scriptsOf = collectScripts(other)
  await other.goto('/', { waitUntil: 'networkidle' })
  await expect(other.getByRole('link', { name: 'Your notes' })).toBeVisible()
  const scripts = await scriptsOf()
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((script) => script.includes('identitytoolkit')).length).toBe(0)
})
