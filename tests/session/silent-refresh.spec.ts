import type { Page } from '@playwright/test'
import { type Account, createAccount, disableAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { stopClock } from '../support/page-clock'
import type { Site } from '../support/site'
import { beSignedIn, letSessionRunOut, sessionCookie } from '../support/visitor'

const refreshPage = '/auth/silent-refresh?next=%2Fdebug-config%3Ffrom%3Dhere'
const toSignIn = (notice: string) => `/login?next=%2Fdebug-config%3Ffrom%3Dhere&notice=${notice}`

test.use({ database: 'postgres', expectedErrors: /Failed to load resource|net::ERR_/ })

/** A visitor whose session has run out, on a page that asks nobody for anything. */
async function beginAfterSession(page: Page, site: Site): Promise<Account> {
  const account = await createAccount(site)
  await beSignedIn(page, site, account)
  await letSessionRunOut(page, site, account)
  return account
}

/** What the site says to a renewal, in place of its own answer. */
async function answerRenewals(page: Page, answer: { status: number; json?: object }): Promise<void> {
  await page.route('**/api/session', (route) =>
    route.request().method() === 'POST' ? route.fulfill(answer) : route.fallback(),
  )
}

test('a session that has run out is renewed without a question, and the visitor goes on', async ({
  page,
  site,
}) => {
  const account = await beginAfterSession(page, site)
  await page.goto(refreshPage)
  await expect(page).toHaveURL('/debug-config?from=here')
  await page.goto('/app')
  await expect(page.getByText(account.email)).toBeVisible()
  await test.step('whoever has a live session goes on at once', async () => {
    const response = await page.request.get(refreshPage, { maxRedirects: 0 })
    expect(response.headers().location).toBe('/debug-config?from=here')
  })
})

test('without a stored user the form asks, and the way back is kept', async ({ page }) => {
  await page.goto(refreshPage)
  await expect(page).toHaveURL(toSignIn('expired'))
  await expect(page.getByText('Your session has expired')).toBeVisible()
})

test('a browser without a cookie gets no session, though its user signed in just now', async ({
  page,
  site,
  context,
}) => {
  await beSignedIn(page, site, await createAccount(site))
  await context.clearCookies()
  await page.goto(refreshPage)
  await expect(page).toHaveURL(toSignIn('expired'))
  expect(await sessionCookie(page)).toBeNull()
  const refusal = { event: 'session.refused', code: 'no-session-to-renew' }
  await expect.poll(() => site.records()).toContainEqual(expect.objectContaining(refusal))
})

test('the site refuses the renewal: the form says why', async ({ page, site }) => {
  for (const { code, notice, status = 401 } of [
    { code: 'session-past-cap', notice: 'expired' },
    { code: 'session-revoked', notice: 'ended' },
    { code: 'cookie-too-large', notice: 'expired', status: 500 },
  ]) {
    await test.step(code, async () => {
      await beginAfterSession(page, site)
      await answerRenewals(page, { status, json: { code } })
      await page.goto(refreshPage)
      await expect(page, code).toHaveURL(toSignIn(notice))
      await page.unrouteAll()
      // The form would go on by itself as soon as it hears of the next session.
      await page.goto('about:blank')
    })
  }
})

test('an account that was switched off is told so, and its cookie is gone', async ({ page, site }) => {
  const account = await beginAfterSession(page, site)
  await disableAccount(site, account.userId)
  await page.goto(refreshPage)
  await expect(page).toHaveURL(toSignIn('disabled'))
  await expect(page.getByText('This account has been disabled')).toBeVisible()
  expect(await sessionCookie(page)).toBeNull()
})

test('nobody can renew the session now: words say so, the cookie stays, and the next try works', async ({
  page,
  site,
}) => {
  for (const { what, url, status } of [
    { what: 'the site does not answer', url: '**/api/session', status: 0 },
    { what: 'the site cannot tell', url: '**/api/session', status: 503 },
    { what: 'there are too many requests', url: '**/api/session', status: 429 },
    { what: 'the provider does not answer', url: '**/v1/token*', status: 0 },
  ]) {
    await test.step(what, async () => {
      await beginAfterSession(page, site)
      const before = await sessionCookie(page)
      await page.route(url, async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        await (status === 0 ? route.abort() : route.fulfill({ status, json: { code: 'a-fault' } }))
      })
      await page.goto(refreshPage)
      await expect(page.getByText('You haven’t been signed out'), what).toBeVisible()
      expect(await sessionCookie(page), what).toBe(before)
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page, what).toHaveURL('/debug-config?from=here')
    })
  }
})

test('no answer for ten seconds: the form asks instead, and the link to it stood there all along', async ({
  page,
  site,
}) => {
  await beginAfterSession(page, site)
  await page.route('**/v1/token*', () => undefined)
  await page.clock.install()
  await stopClock(page)
  const asked = page.waitForRequest('**/v1/token*')
  await page.goto(refreshPage)
  await asked
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    toSignIn('expired'),
  )
  await page.clock.fastForward(9_900)
  await expect(page).toHaveURL(refreshPage)
  await page.clock.fastForward(100)
  await expect(page).toHaveURL(toSignIn('expired'))
})

test('a browser that keeps no cookie ends with words, not in a loop', async ({ page, site }) => {
  await beginAfterSession(page, site)
  await answerRenewals(page, { status: 204 })
  await page.goto(refreshPage)
  await expect(page.getByText('You’re not signed in')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says what happened and leads to sign-in', async ({ page }) => {
    await page.goto(refreshPage)
    await expect(page.getByRole('heading', { name: 'Renewing your session' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(toSignIn('expired'))
  })
})
