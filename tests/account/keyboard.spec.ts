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

test('above a phone’s keyboard an error is seen, below its field in every form, and so are password rules', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 340 })
  const expectBelow = async (field: Locator, words: string) => {
    const error = page.getByRole('alert').filter({ hasText: words })
    await expect(error).toBeInViewport({ ratio: 1 })
    await expect(field).toHaveAccessibleDescription(new RegExp(words))
    const [above, below] = [await field.boundingBox(), await error.boundingBox()]
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0))
  }
  const rules = page.locator('form').getByRole('listitem').filter({ hasText: 'Use at least 6 characters.' })

  await test.step('without an account', async () => {
    await page.goto('/login?mode=create')
    await page.getByLabel('Email').fill('somebody@example.com')
    await page.getByLabel('Password').focus()
    await expect(rules).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Enter')
    await expectBelow(page.getByLabel('Password'), 'Enter your password.')
    await page.goto('/login')
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByLabel('Password').fill('wrong wrong')
    await page.keyboard.press('Enter')
    await expectBelow(page.getByLabel('Password'), 'Wrong email or password.')
    await page.goto('/login?mode=reset')
    await page.getByRole('textbox', { name: 'Email' }).fill('somebody')
    await page.keyboard.press('Enter')
    await expectBelow(
      page.getByRole('textbox', { name: 'Email' }),
      'This doesn’t look like an email address.',
    )
  })

  await test.step('on the account page, and in its dialog', async () => {
    const account = await createAccount(site)
    await signInWithoutForm(page, site, account)
    await openCollapsedAccount(page)
    const on = accountOn(page)
    await page.getByRole('button', { name: 'Change your password' }).click()
    await expect(rules).toBeInViewport({ ratio: 1 })
    await on.newPassword.fill('12345')
    await page.keyboard.press('Enter')
    await expectBelow(on.newPassword, 'Use at least 6 characters.')
    await page.getByRole('button', { name: 'Change email' }).click()
    await on.newEmail.fill(account.email)
    await page.keyboard.press('Enter')
    await expectBelow(on.newEmail, 'That’s already your email address.')
    await ageSignIn(page, site, account)
    await openCollapsedAccount(page)
    await on.startDeletion.click()
    await on.currentPassword.fill('wrong')
    await page.keyboard.press('Enter')
    await expectBelow(on.currentPassword, 'Wrong password.')
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
