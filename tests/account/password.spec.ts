import type { Page } from '@playwright/test'
import { accountOn, beginOnAccount, openAccount, openRows } from '../support/account-page'
import { changeAccount, createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { canSignIn } from '../support/mails'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import type { Site } from '../support/site'
import { beSignedIn, claimsOf, openKnown, sessionCookie } from '../support/visitor'

const newPassword = 'quite another one'
const changed = 'Password changed. You’re signed out on all other devices.'

const statusOf = async (site: Site, cookie: string | null) =>
  (await getNotesPage(site, cookie ?? undefined)).status

test.describe('a new password', () => {
  test.use({ expectedErrors: /400 \(Bad Request\)/ })

  test('ends all other sessions at once, this one stays, and only the new one opens', async ({
    page,
    site,
  }) => {
    const account = await createAccount(site)
    const elsewhere = sessionCookieOf(await postToken(site, account.idToken)).value
    await beSignedIn(page, site, account)
    await openAccount(page)
    const before = await sessionCookie(page)
    const on = accountOn(page)
    await test.step('one that is too short is refused, and what was typed stays', async () => {
      await on.newPassword.fill('12345')
      await on.changePassword.click()
      await expect(on.password.getByText('Choose a longer password: at least 6 characters.')).toBeVisible()
      await expect(on.newPassword).toHaveValue('12345')
    })
    await expect(on.devices.getByRole('listitem')).toHaveCount(2)
    // Cookies of the same second are the same: the emulator signs none.
    const { iat } = await claimsOf(page)
    await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(Number(iat))
    await on.newPassword.fill(newPassword)
    await on.changePassword.click()
    await expect(page.getByText(changed)).toBeVisible()
    await expect(on.newPassword).toBeHidden()
    await expect(on.devices.getByRole('listitem')).toHaveCount(1)
    expect(await statusOf(site, elsewhere)).toBe(307)
    expect(await sessionCookie(page)).not.toBe(before)
    await openAccount(page)
    await expect(on.devices.getByRole('listitem')).toHaveCount(1)
    expect(await canSignIn(site, account.email, account.password)).toBe(false)
    expect(await canSignIn(site, account.email, newPassword)).toBe(true)
  })
})

test.describe('where the emulator first takes an account’s own address for another’s (S84)', () => {
  test.use({ expectedErrors: /400 \(Bad Request\)/ })

  // The emulator refuses the account's own address: see spec-coverage, S84.
  test.describe('without a password', () => {
    test.use({ expectedErrors: /400 \(Bad Request\)/ })

    test('whoever has no password yet sets one', async ({ page, site }) => {
      const account = await createAccount(site)
      await beSignedIn(page, site, account)
      await changeAccount(site, account.userId, { deleteAttribute: ['PASSWORD'] })
      await openAccount(page)
      const on = accountOn(page)
      await on.newPassword.fill(newPassword)
      await on.password.getByRole('button', { name: 'Add password' }).click()
      await expect(page.getByText('You can now sign in with a password.')).toBeVisible()
      expect(await canSignIn(site, account.email, newPassword)).toBe(true)
    })
  })
})

test.describe('when something does not answer', () => {
  test.use({ expectedErrors: /net::ERR_FAILED|400 \(Bad Request\)/ })

  /** After a change the SDK asks about the user: only that goes unanswered, once or always. */
  async function changeWithoutLookup(page: Page, site: Site, times: number) {
    const account = await createAccount(site)
    await beSignedIn(page, site, account)
    await openKnown(page, '/app/account')
    await openRows(page)
    const on = accountOn(page)
    await page.route('**/v1/accounts:lookup*', (route) => route.abort(), { times })
    await on.newPassword.fill(newPassword)
    await on.changePassword.click()
    return account
  }

  test('the password is changed, and the sign-in with it tells', async ({ page, site }) => {
    const { email } = await changeWithoutLookup(page, site, 1)
    await expect(page.getByText(changed)).toBeVisible()
    expect(await canSignIn(site, email, newPassword)).toBe(true)
  })

  test('nobody knows, which is said, and what was typed stays', async ({ page, site }) => {
    await changeWithoutLookup(page, site, 99)
    const on = accountOn(page)
    await expect(on.password.getByText('we don’t know whether your password was changed')).toBeVisible()
    await expect(on.newPassword).toHaveValue(newPassword)
  })

  test('the password is changed, and it is said that this session ends', async ({ page, site }) => {
    const account = await createAccount(site)
    const elsewhere = sessionCookieOf(await postToken(site, account.idToken)).value
    await beSignedIn(page, site, account)
    await openAccount(page)
    await page.route('**/api/session', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    const on = accountOn(page)
    await on.newPassword.fill(newPassword)
    await on.changePassword.click()
    await expect(
      on.password.getByText('You’ll soon be asked to sign in with the new password.'),
    ).toBeVisible()
    expect(await statusOf(site, elsewhere)).toBe(307)
  })

  test('the password is changed, and it is said that others may still be signed in', async ({
    page,
    site,
  }) => {
    await beginOnAccount(page, site)
    await page.route(/\/api\/sessions?(\?|$)/, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.abort(),
    )
    const on = accountOn(page)
    await on.newPassword.fill(newPassword)
    await on.changePassword.click()
    await expect(on.password.getByText('Then sign out your other devices under Sessions.')).toBeVisible()
    await expect(on.newPassword).toBeHidden()
  })
})
