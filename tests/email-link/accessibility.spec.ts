import { createAccount } from '../support/accounts'
import { expectNoFault } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { changeAddress, linkIn, sendMail } from '../support/mails'

test.use({ expectedErrors: /400 \(Bad Request\)|net::ERR_FAILED/ })

test('axe finds no fault in any state of a request for a message', async ({ page, site }) => {
  const { email } = await createAccount(site)
  for (const button of ['Forgot your password?', 'Email me a sign-in link']) {
    await test.step(button, async () => {
      await page.goto('/login')
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByRole('button', { name: 'Email me a link' })).toBeVisible()
      await expectNoFault(page)
      await page.route('**/v1/accounts:sendOobCode*', (route) => route.abort())
      await page.getByRole('button', { name: 'Email me a link' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'We couldn’t reach' })).toBeVisible()
      await expectNoFault(page)
      await page.unroute('**/v1/accounts:sendOobCode*')
      await page.getByRole('button', { name: 'Email me a link' }).click()
      await expect(page.getByText('You can request another in')).toBeVisible()
      await expectNoFault(page)
    })
  }
})

test('axe finds no fault in any state of a link', async ({ page }) => {
  for (const mode of ['verifyEmail', 'resetPassword', 'recoverEmail', 'verifyAndChangeEmail']) {
    await test.step(mode, async () => {
      await page.goto(`/auth/action?mode=${mode}&oobCode=used`)
      await expect(page.getByText('This link is incomplete or has already been used')).toBeVisible()
      await expectNoFault(page)
    })
  }
  await test.step('broken', async () => {
    await page.goto('/auth/action', { waitUntil: 'networkidle' })
    await expectNoFault(page)
  })
  await test.step('nobody answers', async () => {
    await page.route('**/v1/accounts:resetPassword*', (route) => route.abort())
    await page.goto('/auth/action?mode=verifyEmail&oobCode=unread')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expectNoFault(page)
  })
})

test('axe finds no fault before and after the press', async ({ page, site }) => {
  await test.step('a new password', async () => {
    const { email } = await createAccount(site)
    await sendMail(site, { requestType: 'PASSWORD_RESET', email })
    await page.goto(await linkIn(site, email, 'PASSWORD_RESET'))
    await expect(page.getByText(email)).toBeVisible()
    await expectNoFault(page)
    await page.getByLabel('New password').fill('a new long password')
    // Saved, but the sign-in with it fails: the usual form is left.
    await page.route('**/v1/accounts:signInWithPassword*', (route) => route.abort())
    await page.getByRole('button', { name: 'Save new password' }).click()
    await expect(page.getByText('Your new password has been saved.')).toBeFocused()
    await expect(page.getByRole('alert').filter({ hasText: 'We couldn’t reach' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      /\/login/,
    )
    await expectNoFault(page)
  })
  await test.step('an address that is taken back', async () => {
    const { email, idToken } = await createAccount(site)
    await changeAddress(site, idToken, `new-${email}`)
    await page.goto(await linkIn(site, email, 'RECOVER_EMAIL'))
    await expect(page.getByText(email)).toBeVisible()
    await expectNoFault(page)
    await page.getByRole('button', { name: 'Restore my email address' }).click()
    await page.getByRole('button', { name: 'Email me a link for a new password' }).click()
    await expect(page.getByText('We’ve sent a link')).toBeVisible()
    await expectNoFault(page)
  })
})
