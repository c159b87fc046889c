import type { Page } from '@playwright/test'
import { accountOn, expandRows, openAccount } from '../support/account-page'
import { createAccount, signInElsewhere } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { canSignIn } from '../support/mails'
import { abortRoute, queueAnswers, removeRoute } from '../support/pages'
import { claimsOf, openWithUser, sessionCookie, signInWithoutForm } from '../support/visitor'

const newPassword = 'quite another one'
const changed = 'Password changed. You’re signed out on all other devices.'

test.use({ expectedErrors: /net::ERR_FAILED|400 \(Bad Request\)/ })

/** The emulator's tokens of one second are identical, and an identical token isn't sent again. */
async function awaitNextSecond(page: Page): Promise<void> {
  const { iat } = await claimsOf(page)
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(Number(iat))
}

test('a new password ends all other sessions immediately, and only it signs in', async ({ page, site }) => {
  const account = await createAccount(site)
  const elsewhere = await signInElsewhere(site, account)
  await signInWithoutForm(page, site, account)
  await openAccount(page)
  const before = await sessionCookie(page)
  const on = accountOn(page)
  await expect(on.devices.getByRole('listitem')).toHaveCount(2)
  await awaitNextSecond(page)
  await on.newPassword.fill(newPassword)
  await on.changePassword.click()
  await expect(page.getByText(changed)).toBeVisible()
  await expect(on.newPassword).toBeHidden()
  await expect(on.devices.getByRole('listitem')).toHaveCount(1)
  expect(await elsewhere.isLive()).toBe(false)
  expect(await sessionCookie(page)).not.toBe(before)
  await openAccount(page)
  await expect(on.devices.getByRole('listitem')).toHaveCount(1)
  expect(await canSignIn(site, account.email, account.password)).toBe(false)
  expect(await canSignIn(site, account.email, newPassword)).toBe(true)

  await test.step('if the session can’t be renewed, words say that it will end', async () => {
    const again = await signInElsewhere(site, { email: account.email, password: newPassword })
    await page.route('**/api/session', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await on.newPassword.fill(`${newPassword}, and another`)
    await on.changePassword.click()
    await expect(
      on.password.getByText('You’ll soon be asked to sign in with the new password.'),
    ).toBeVisible()
    expect(await again.isLive()).toBe(false)
  })
})

test('a password change during an outage says what is known of it', async ({ page, site }) => {
  const account = await createAccount(site)
  await signInWithoutForm(page, site, account)
  await openWithUser(page, '/app/account')
  const on = accountOn(page)

  async function change(password: string) {
    await expandRows(page)
    await on.newPassword.fill(password)
    await on.changePassword.click()
  }

  // After a change the SDK looks the user up; only that goes unanswered.
  const lookups = '**/v1/accounts:lookup*'
  const answerNextLookup = await queueAnswers(page, lookups)

  await test.step('the password is changed, as a sign-in with it shows', async () => {
    answerNextLookup(abortRoute)
    await change(newPassword)
    await expect(page.getByText(changed)).toBeVisible()
    expect(await canSignIn(site, account.email, newPassword)).toBe(true)
  })

  await test.step('the password is changed, but others may still be signed in', async () => {
    const sessions = /\/api\/sessions?(\?|$)/
    await page.route(sessions, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.abort(),
    )
    await awaitNextSecond(page)
    await change(`${newPassword}, the second`)
    await expect(
      on.password.getByText('Then sign out your other devices under “Where you’re signed in”.'),
    ).toBeVisible()
    await expect(on.newPassword).toBeHidden()
    await removeRoute(page, sessions)
  })

  await test.step('the outcome is unknown, and what was typed stays', async () => {
    await page.route(lookups, abortRoute)
    await change(`${newPassword}, the third`)
    await expect(on.password.getByText('we don’t know whether your password was changed')).toBeVisible()
    await expect(on.newPassword).toHaveValue(`${newPassword}, the third`)
  })
})
