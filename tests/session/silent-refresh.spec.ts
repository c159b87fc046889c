import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { expectSaved, startNote } from '../support/notes-page'
import { removeRoutes } from '../support/pages'
import {
  createSession,
  expireSession,
  openNotesAsNewAccount,
  sessionCookie,
  signInWithoutForm,
} from '../support/visitor'

const refreshPage = '/auth/silent-refresh?next=%2Fdebug-config%3Ffrom%3Dhere'
const toSignIn = (notice: string) => `/login?next=%2Fdebug-config%3Ffrom%3Dhere&notice=${notice}`

test.use({ database: 'postgres', expectedErrors: /Failed to load resource|net::ERR_/ })

test('a renewal leads on, to the form with its reason, or offers another try', async ({
  page,
  site,
  context,
}) => {
  await test.step('without a stored user the form asks, and the way back is kept', async () => {
    const unknown = await createAccount(site)
    await createSession(page, site, unknown)
    await expireSession(page, site, unknown)
    await page.goto(refreshPage)
    await expect(page).toHaveURL(toSignIn('expired'))
    await expect(page.getByText('You’ve been signed out. Sign in to continue.')).toBeVisible()
    await context.clearCookies()
  })

  const account = await createAccount(site)
  await test.step('a browser without a cookie gets no session, and no notice of an expired one', async () => {
    await signInWithoutForm(page, site, account)
    await context.clearCookies()
    await page.goto(refreshPage)
    await expect(page.getByRole('heading', { name: 'You’re not signed in' })).toBeVisible()
    await expect(page.getByText('Sign in to continue.')).toBeVisible()
    await expect(page.getByText(/cookies for this site|signed out/)).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/login?next=%2Fdebug-config%3Ffrom%3Dhere',
    )
    expect(await sessionCookie(page)).toBeNull()
  })

  await test.step('so does the last page of a sign-in that never started', async () => {
    await page.goto('/auth/success')
    await expect(page.getByRole('heading', { name: 'You’re not signed in' })).toBeVisible()
    await expect(page.getByText('Sign in to continue.')).toBeVisible()
  })

  await expireSession(page, site, account)
  const expired = await sessionCookie(page)
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await test.step('the site does not answer: words say so, and the cookie stays', async () => {
    await page.route('**/api/session', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await page.goto(refreshPage)
    await expect(page.getByText('You haven’t been signed out')).toBeVisible()
    expect(await sessionCookie(page)).toBe(expired)
    await removeRoutes(page)
  })
  await test.step('the next try works, and the visitor continues', async () => {
    await tryAgain.click()
    await expect(page).toHaveURL('/debug-config?from=here')
    expect(await sessionCookie(page)).not.toBe(expired)
  })
  await test.step('with a live session the visitor continues immediately', async () => {
    const response = await page.request.get(refreshPage, { maxRedirects: 0 })
    expect(response.headers().location).toBe('/debug-config?from=here')
  })

  await expireSession(page, site, account)
  await test.step('a browser that keeps no cookie ends with words, not in a loop', async () => {
    await page.route('**/api/session', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 204 }) : route.fallback(),
    )
    await page.goto(refreshPage)
    await expect(page.getByText('You’re not signed in')).toBeVisible()
    await expect(page.getByText('Allow cookies for this site and try again.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
    await removeRoutes(page)
  })
})

test('a session that expires under a half-written note is renewed, and the text is saved', async ({
  page,
  site,
}) => {
  const account = await openNotesAsNewAccount(page, site)
  const field = await startNote(page)
  await field.pressSequentially('Half of it before, ')
  await expireSession(page, site, account)
  const expired = await sessionCookie(page)
  await field.pressSequentially('half of it after')
  await expectSaved(page)
  await expect(field).toHaveValue('Half of it before, half of it after')
  expect(await sessionCookie(page)).not.toBe(expired)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says what happened and leads to sign-in', async ({ page, site }) => {
    const account = await createAccount(site)
    await createSession(page, site, account)
    await expireSession(page, site, account)
    await page.goto(refreshPage)
    await expect(page.getByRole('heading', { name: 'Renewing your session' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(toSignIn('expired'))
  })
})
