/** The account page by the keyboard alone, and what axe finds. */
import type { Locator, Page } from '@playwright/test'
import { accountOn, openCollapsedAccount, startOnAccount } from '../support/account-page'
import { createAccount } from '../support/accounts'
import { expectAccessible } from '../support/axe'
import { expect, newCredentials, test } from '../support/fixtures'
import { accountMenu, ageSignIn, signInWithoutForm } from '../support/visitor'

/** Aging a sign-in takes access to its row. */
test.use({ database: 'postgres', expectedErrors: /400 \(Bad Request\)/ })

/** Presses Tab until the target has the focus, at most as often as the page has stops. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  // It replaces a link, which may have the focus by then.
  await expect(accountMenu(page)).toBeVisible()
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if ((await focused.count()) > 0) await expect(focused).toHaveCSS('outline-style', 'solid')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}

/** Each press of Tab moves the focus, visibly, to the next of these. */
async function expectNext(page: Page, targets: readonly Locator[]): Promise<void> {
  for (const next of targets) {
    await page.keyboard.press('Tab')
    await expect(next).toBeFocused()
    await expect(next).toHaveCSS('outline-style', 'solid')
  }
}

test('the keyboard alone changes the address and deletes the account, with a visible focus all the way', async ({
  page,
  site,
}) => {
  const account = await createAccount(site)
  await signInWithoutForm(page, site, account)
  await ageSignIn(page, site, account)
  await openCollapsedAccount(page)
  const { email: newEmail } = newCredentials()
  const on = accountOn(page)

  await test.step('another address is requested, after a confirmation', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Change email' }))
    await page.keyboard.press('Enter')
    await expect(on.newEmail).toBeFocused()
    await page.keyboard.type(newEmail)
    await expectNext(page, [on.changeEmail, on.email.getByRole('button', { name: 'Cancel' })])
    await on.newEmail.focus()
    await page.keyboard.press('Enter')
    await expect(on.currentPassword).toBeFocused()
    const show = on.confirmation.getByRole('button', { name: 'Show password' })
    await expectNext(page, [show, on.confirm, on.cancel])
    await page.keyboard.press('Enter')
    await expect(on.confirmation).toBeHidden()
    await expect(on.newEmail).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.type(account.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`We’ve sent a link to ${newEmail}.`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Change email' })).toBeFocused()
  })

  await test.step('the account is deleted, after thinking again', async () => {
    await tabTo(page, on.startDeletion)
    await page.keyboard.press('Enter')
    await expect(on.cancel).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(on.deletion).toBeHidden()
    await expect(on.startDeletion).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')
    await expect(on.deleteAll).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(
      page.getByText('Your account has been deleted, with everything you kept here.'),
    ).toBeVisible()
  })
})

test('axe finds no fault on the account page, its messages and its dialog, and nothing is cut off', async ({
  page,
  site,
}) => {
  await startOnAccount(page, site)
  const on = accountOn(page)
  await on.name.fill('x'.repeat(201))
  await on.saveName.click()
  await on.newPassword.fill('12345')
  await on.changePassword.click()
  await expect(on.password.getByRole('alert').filter({ hasText: 'Use at least 6 characters.' })).toBeVisible()
  await on.verify.click()
  await expect(page.getByText('We’ve sent a link to')).toBeVisible()
  await expectAccessible(page)
  await on.startDeletion.click()
  await expectAccessible(page)
})
