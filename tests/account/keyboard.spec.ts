/** The account area by the keyboard alone, from the top of the page, with a focus that can be seen all the way. */
import type { Locator, Page } from '@playwright/test'
import { providerNames } from '@/lib/identity/providers'
import {
  accountOn,
  beginOnAccount,
  beginWithOldSignIn,
  fact,
  openClosedAccount,
} from '../support/account-page'
import { expect, newCredentials, test } from '../support/fixtures'
import { linkIn, type MailType } from '../support/mails'
import type { Site } from '../support/site'
import { accountMenu } from '../support/visitor'

/** Sign-ins can be aged only where the rows can be reached. */
test.use({ database: 'postgres' })

const newPassword = 'quite another one'

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

/** Opens the link of the latest message, presses its button, and goes on. */
async function followLink(page: Page, site: Site, email: string, type: MailType, words: RegExp) {
  await page.goto(await linkIn(site, email, type))
  const press = page.getByRole('main').getByRole('button')
  await expect(press).toBeEnabled()
  await tabTo(page, press)
  await page.keyboard.press('Enter')
  await expect(page.getByText(words)).toBeFocused()
  await expect(page.getByRole('main').getByRole('link')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
}

test('the keyboard alone is enough to have the address confirmed, and to take the data away', async ({
  page,
  site,
}) => {
  const { email } = await beginOnAccount(page, site)
  const { verify } = accountOn(page)
  await tabTo(page, verify)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`We’ve sent a link to ${email}.`)).toBeVisible()
  await expect(verify).toBeFocused()
  await followLink(page, site, email, 'VERIFY_EMAIL', /is verified/)
  await expect(page).toHaveURL('/app/account')
  await expect(fact(page, 'Email address')).toHaveText(`${email} Verified`)
  await tabTo(page, page.getByRole('link', { name: 'Download your data' }))
  const downloading = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await downloading).suggestedFilename()).toBe('foyer-account.json')
})

test('the keyboard alone is enough to change the address, and to show first who one is', async ({
  page,
  site,
}) => {
  const { email, password } = await beginWithOldSignIn(page, site)
  const { email: newEmail } = newCredentials()
  const on = accountOn(page)
  await openClosedAccount(page)
  await tabTo(page, page.getByRole('button', { name: 'Change email' }))
  await page.keyboard.press('Enter')
  await expect(on.newEmail).toBeFocused()
  await page.keyboard.type(newEmail)
  await page.keyboard.press('Enter')
  await expect(on.currentPassword).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(on.newEmail).toBeFocused()
  await expect(on.newEmail).toHaveValue(newEmail)
  await page.keyboard.press('Enter')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`We’ve sent a link to ${newEmail}.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change email' })).toBeFocused()
  await followLink(
    page,
    site,
    email,
    'VERIFY_AND_CHANGE_EMAIL',
    /is now your email address\. Use it to sign in/,
  )
  await expect(page).toHaveURL('/app/account')
  await expect(fact(page, 'Email address')).toHaveText(`${newEmail} Verified`)
})

test('the keyboard alone is enough to change the password', async ({ page, site }) => {
  const { password } = await beginWithOldSignIn(page, site)
  const on = accountOn(page)
  await on.newEmail.focus()
  for (const next of [
    on.changeEmail,
    on.email.getByRole('button', { name: 'Cancel' }),
    on.newPassword,
    on.password.getByRole('button', { name: 'Show password' }),
    on.changePassword,
    on.password.getByRole('button', { name: 'Cancel' }),
    ...Object.values(providerNames).map((name) => on.ways.getByRole('button', { name: `Add ${name}` })),
  ]) {
    await page.keyboard.press('Tab')
    await expect(next).toBeFocused()
    await expect(next).toHaveCSS('outline-style', 'solid')
  }
  await on.newPassword.focus()
  await page.keyboard.type(newPassword)
  await page.keyboard.press('Enter')
  await expect(on.currentPassword).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(on.confirmation.getByRole('button', { name: 'Show password' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(on.confirm).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(on.confirmation).toBeHidden()
  await expect(on.newPassword).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password changed.')).toBeVisible()
})

test('the keyboard alone is enough to delete the account, or to think again', async ({ page, site }) => {
  const { password } = await beginWithOldSignIn(page, site)
  const on = accountOn(page)
  await tabTo(page, on.startDeletion)
  await page.keyboard.press('Enter')
  await expect(on.currentPassword).toBeFocused()
  for (const next of [on.deletion.getByRole('button', { name: 'Show password' }), on.deleteAll, on.cancel]) {
    await page.keyboard.press('Tab')
    await expect(next).toBeFocused()
    await expect(next).toHaveCSS('outline-style', 'solid')
  }
  await page.keyboard.press('Enter')
  await expect(on.deletion).toBeHidden()
  await expect(on.startDeletion).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your account and notes have been deleted.')).toBeVisible()
})
