/** What consuming a link means for the user's session. */
import type { Page, Route } from '@playwright/test'
import { expect, newCredentials, test } from '../support/fixtures'
import { canSignIn, latestLink, sendMail } from '../support/mails'
import { mockProvider, refuse } from '../support/provider'
import { claimsOf, sessionCookie, signInNewAccount } from '../support/visitor'

/** Presses, and expects the page to wait for the session before it shows the next link. */
async function pressWhileRenewed(page: Page, press: string, done: string): Promise<void> {
  const held: Route[] = []
  await page.route('**/v1/token?*', (route) => void held.push(route))
  await page.getByRole('button', { name: press }).click()
  await expect.poll(() => held.length).toBe(1)
  await expect(page.getByText(done)).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Updating your session' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
  await held[0]?.continue()
}

test('a verified address is in the renewed session before the page continues', async ({ page, site }) => {
  const { email, idToken } = await signInNewAccount(page, site)
  expect(await claimsOf(page)).toMatchObject({ email, email_verified: false })
  await sendMail(site, { requestType: 'VERIFY_EMAIL', idToken, continueUrl: `${site.url}/debug-config` })
  await page.goto(await latestLink(site, email, 'VERIFY_EMAIL'))
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Verify your email address" [level=1]
      - paragraph: /Please verify .+@example\\.com\\./
      - button "Verify email address"
      - alert
      - status
  `)
  await pressWhileRenewed(page, 'Verify email address', `${email} is verified.`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email address verified')
  await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible()
  expect(await claimsOf(page)).toMatchObject({ email, email_verified: true })
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/debug-config')
})

test.describe('where the session may end', () => {
  // A new password ends earlier sessions.
  test.use({ expectedErrors: /401 \(Unauthorized\)|400 \(Bad Request\)/ })

  test('a session ended on another device is not shown as one', async ({ page, site }) => {
    const { email, idToken } = await signInNewAccount(page, site)
    await sendMail(site, { requestType: 'VERIFY_EMAIL', idToken })
    await page.goto(await latestLink(site, email, 'VERIFY_EMAIL'))
    await expect(page.getByText(email)).toBeVisible()
    const headers = { cookie: `__session=${await sessionCookie(page)}` }
    expect((await fetch(`${site.url}/api/session`, { method: 'DELETE', headers })).ok).toBe(true)
    await page.getByRole('button', { name: 'Verify email address' }).click()
    await expect(page.getByText(`${email} is verified.`)).toBeFocused()
    await expect(page.getByRole('main').getByRole('link')).toHaveText(['Sign in'])
  })

  test('a session ends if the provider rejects tokens from before the change', async ({ page, site }) => {
    const { email, password, idToken } = await signInNewAccount(page, site)
    const { email: newEmail } = newCredentials()
    await sendMail(site, { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail })
    await page.goto(await latestLink(site, email, 'VERIFY_AND_CHANGE_EMAIL'))
    await mockProvider(page, 'token', (route) => refuse(route, 'TOKEN_EXPIRED'))
    await page.getByRole('button', { name: 'Use new email address' }).click()
    await expect(page.getByText(`${newEmail} is now your email address.`)).toBeVisible()
    const signIn = page.getByRole('main').getByRole('link', { name: 'Sign in' })
    await expect(signIn).toBeVisible()
    // With a session the form would redirect.
    const form = await page.request.get((await signIn.getAttribute('href')) ?? '', { maxRedirects: 0 })
    expect(form.status()).toBe(200)
    expect(await canSignIn(site, newEmail, password)).toBe(true)
  })
})
