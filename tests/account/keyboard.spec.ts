/** The account area by the keyboard alone, from the top of the page, with a focus that can be seen all the way. */
import type { Locator, Page } from '@playwright/test'
import { providerNames } from '@/lib/identity/providers'
import { accountOn, openCollapsedAccount, rowValue } from '../support/account-page'
import { type Account, createAccount } from '../support/accounts'
import { expect, newCredentials, test } from '../support/fixtures'
import { latestLink, type MailType } from '../support/mails'
import type { Site } from '../support/site'
import { accountMenu, ageSignIn, signInWithoutForm } from '../support/visitor'

/** Sign-ins can be aged only where the rows can be reached. The emulator refuses a wrong password with 400. */
test.use({ database: 'postgres', expectedErrors: /400 \(Bad Request\)/ })

const newPassword = 'quite another one'

/** On the account page as it comes, from a sign-in of ten minutes ago. */
async function begin(page: Page, site: Site): Promise<Account> {
  const account = await createAccount(site)
  await signInWithoutForm(page, site, account)
  await ageSignIn(page, site, account)
  await openCollapsedAccount(page)
  return account
}

/** Presses Tab until the target has the focus: more often than the page has places, and it cannot be reached. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  // It takes the place of a link, which may have the focus by then.
  await expect(accountMenu(page)).toBeVisible()
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if ((await focused.count()) > 0) await expect(focused).toHaveCSS('outline-style', 'solid')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}

/** Each press of Tab leads to the next of these, and shows it. */
async function expectNext(page: Page, targets: readonly Locator[]): Promise<void> {
  for (const next of targets) {
    await page.keyboard.press('Tab')
    await expect(next).toBeFocused()
    await expect(next).toHaveCSS('outline-style', 'solid')
  }
}

/** Opens the link of the latest message, presses its button, and goes on. */
async function followLink(page: Page, site: Site, email: string, type: MailType, words: RegExp) {
  await page.goto(await latestLink(site, email, type))
  const press = page.getByRole('main').getByRole('button')
  await expect(press).toBeEnabled()
  await tabTo(page, press)
  await page.keyboard.press('Enter')
  await expect(page.getByText(words)).toBeFocused()
  await expect(page.getByRole('main').getByRole('link')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
}

test('the keyboard alone confirms and changes the address, changes the password and exports the data', async ({
  page,
  site,
}) => {
  const { email, password } = await begin(page, site)
  const { email: newEmail } = newCredentials()
  const on = accountOn(page)

  await test.step('another address is asked for, after showing who one is', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Change email' }))
    await page.keyboard.press('Enter')
    await expect(on.newEmail).toBeFocused()
    await page.keyboard.type(newEmail)
    await expectNext(page, [on.changeEmail, on.email.getByRole('button', { name: 'Cancel' })])
    await on.newEmail.focus()
    await page.keyboard.press('Enter')
    await expect(on.currentPassword).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(on.newEmail).toBeFocused()
    await expect(on.newEmail).toHaveValue(newEmail)
    await page.keyboard.press('Enter')
    await expect(on.currentPassword).toBeFocused()
    const show = on.confirmation.getByRole('button', { name: 'Show password' })
    await expectNext(page, [show, on.confirm, on.cancel])
    await page.keyboard.press('Enter')
    await expect(on.confirmation).toBeHidden()
    await expect(on.newEmail).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`We’ve sent a link to ${newEmail}.`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Change email' })).toBeFocused()
  })

  await test.step('a message to the present one is asked for', async () => {
    await tabTo(page, on.verify)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`We’ve sent a link to ${email}.`)).toBeVisible()
    await expect(on.verify).toBeFocused()
  })

  await test.step('the password is changed', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Change your password' }))
    await page.keyboard.press('Enter')
    await expect(on.newPassword).toBeFocused()
    await expectNext(page, [
      on.password.getByRole('button', { name: 'Show password' }),
      on.changePassword,
      on.password.getByRole('button', { name: 'Cancel' }),
      ...Object.values(providerNames).map((name) => on.ways.getByRole('button', { name: `Connect ${name}` })),
    ])
    await on.newPassword.focus()
    await page.keyboard.type(newPassword)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Password changed.')).toBeVisible()
  })

  await test.step('the data are taken away, and the page stays', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Download your data' }))
    const downloading = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await downloading).suggestedFilename()).toBe('foyer-account.json')
    await expect(page).toHaveURL('/app/account')
  })

  await test.step('the links of both messages are followed', async () => {
    await followLink(page, site, email, 'VERIFY_EMAIL', /is verified/)
    await expect(page).toHaveURL('/app/account')
    await expect(rowValue(page, 'Email address')).toHaveText(`${email} Verified`)
    const words = /is now your email address\. Use it to sign in/
    await followLink(page, site, email, 'VERIFY_AND_CHANGE_EMAIL', words)
    await expect(page).toHaveURL('/app/account')
    await expect(rowValue(page, 'Email address')).toHaveText(`${newEmail} Verified`)
  })
})

test('the keyboard alone is enough to delete the account with the right password, or to think again', async ({
  page,
  site,
}) => {
  const { password } = await begin(page, site)
  const on = accountOn(page)
  await tabTo(page, on.startDeletion)
  await page.keyboard.press('Enter')
  await expect(on.currentPassword).toBeFocused()
  const show = on.deletion.getByRole('button', { name: 'Show password' })
  await expectNext(page, [show, on.deleteAll, on.cancel])
  await page.keyboard.press('Enter')
  await expect(on.deletion).toBeHidden()
  await expect(on.startDeletion).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('not this one')
  await page.keyboard.press('Enter')
  await expect(on.dialogProblem).toHaveText('Wrong password.')
  await expect(on.currentPassword).toHaveValue('not this one')
  await on.currentPassword.fill('')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your account and notes have been deleted.')).toBeVisible()
})
