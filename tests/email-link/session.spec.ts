/** What a link that was used means for the session of whoever uses it. */
import type { Route } from '@playwright/test'
import { expect, newCredentials, test } from '../support/fixtures'
import { linkIn, sendMail } from '../support/mails'
import { refuse, standIn } from '../support/provider'
import { becomeSomebody, claimsOf, sessionCookie } from '../support/visitor'

const newPassword = 'a new long password'

test('an address is confirmed, and the session here says so at once', async ({ page, site }) => {
  const { email, idToken } = await becomeSomebody(page, site)
  expect(await claimsOf(page)).toMatchObject({ email, email_verified: false })
  await sendMail(site, { requestType: 'VERIFY_EMAIL', idToken, continueUrl: `${site.url}/debug-config` })
  await page.goto(await linkIn(site, email, 'VERIFY_EMAIL'))
  await expect(page.getByText(email)).toBeVisible()
  await page.getByRole('button', { name: 'Verify email address' }).click()
  await expect(page.getByText(`${email} is verified.`)).toBeFocused()
  await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible()
  expect(await claimsOf(page)).toMatchObject({ email, email_verified: true })
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/debug-config')
})

const slowly = [
  { type: 'VERIFY_EMAIL', press: 'Verify email address', done: 'is verified.' },
  { type: 'PASSWORD_RESET', press: 'Save new password', done: 'Your new password has been saved.' },
] as const

test.describe('while the session here is renewed', () => {
  // A new password ends what was signed in before it.
  test.use({ expectedErrors: /401 \(Unauthorized\)|400 \(Bad Request\)/ })

  for (const { type, press, done } of slowly) {
    test(`a ${type} link says what it has done, and then the way on`, async ({ page, site }) => {
      const { email, idToken } = await becomeSomebody(page, site)
      await sendMail(site, { requestType: type, ...(type === 'VERIFY_EMAIL' ? { idToken } : { email }) })
      await page.goto(await linkIn(site, email, type))
      await expect(page.getByText(email)).toBeVisible()
      if (type === 'PASSWORD_RESET') await page.getByLabel('New password').fill(newPassword)
      const held: Route[] = []
      await page.route('**/v1/token?*', (route) => void held.push(route))
      await page.getByRole('button', { name: press }).click()
      await expect.poll(() => held.length).toBe(1)
      await expect(page.getByText(done)).toBeFocused()
      await expect(page.getByRole('status').filter({ hasText: 'Updating your session' })).toBeVisible()
      await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
      await held[0]?.continue()
      await expect(page.getByRole('main').getByRole('link', { name: /^(Continue|Sign in)$/ })).toBeVisible()
    })
  }

  test('a session that was ended meanwhile is not called one', async ({ page, site }) => {
    const { email, idToken } = await becomeSomebody(page, site)
    await sendMail(site, { requestType: 'VERIFY_EMAIL', idToken })
    await page.goto(await linkIn(site, email, 'VERIFY_EMAIL'))
    await expect(page.getByText(email)).toBeVisible()
    const headers = { cookie: `__session=${await sessionCookie(page)}` }
    expect((await fetch(`${site.url}/api/session`, { method: 'DELETE', headers })).ok).toBe(true)
    await page.getByRole('button', { name: 'Verify email address' }).click()
    await expect(page.getByText(`${email} is verified.`)).toBeFocused()
    await expect(page.getByRole('main').getByRole('link')).toHaveText(['Sign in'])
  })
})

test.describe('where the provider trusts no token from before the change', () => {
  test.use({ expectedErrors: /400 \(Bad Request\)/ })

  test('the session here ends with it, and the form takes the new address', async ({ page, site }) => {
    const { email, password, idToken } = await becomeSomebody(page, site)
    const { email: newEmail } = newCredentials()
    await sendMail(site, { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail })
    await page.goto(await linkIn(site, email, 'VERIFY_AND_CHANGE_EMAIL'))
    await standIn(page, 'token', (route) => refuse(route, 'TOKEN_EXPIRED'))
    await page.getByRole('button', { name: 'Use new email address' }).click()
    await expect(page.getByText(`${newEmail} is now your email address.`)).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email').fill(newEmail)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/app')
  })
})
