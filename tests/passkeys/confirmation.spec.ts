/** What a passkey replaces on the account page: a recent sign-in, and a lost second factor. */

import {
  accountOn,
  openAccount,
  openCollapsedAccount,
  startOnCollapsedAccount,
} from '../support/account-page'
import { createProviderAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { canSignIn, createProvedAccount } from '../support/mails'

import { enrollPhones, newPhone } from '../support/second-factor'
import { ageSignIn, signInWithoutForm, signOut } from '../support/visitor'
import { addPasskeyOn, passkeysOn, waitForSignal } from './page'
import { addAuthenticator } from './virtual-authenticator'

test.use({ database: 'postgres', host: 'localhost' })

test('a passkey confirms an old sign-in; a failed attempt keeps what was typed', async ({ page, site }) => {
  const authenticator = await addAuthenticator(page)
  const account = await startOnCollapsedAccount(page, site, await createProvedAccount(site))
  await addPasskeyOn(page)
  await ageSignIn(page, site, account)
  await openAccount(page)
  const { newPassword, changePassword, confirmation } = accountOn(page)
  const usePasskey = page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' })
  const password = 'quite another one'
  await newPassword.fill(password)
  await changePassword.click()

  await authenticator.recognize(false)
  await usePasskey.click()
  await expect(confirmation.getByText(/^No passkey was used\./)).toBeVisible()
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(newPassword).toHaveValue(password)

  await authenticator.recognize(true)
  await changePassword.click()
  await usePasskey.click()
  await expect(page.getByText('Password changed.')).toBeVisible()
  expect(await canSignIn(site, account.email, password)).toBe(true)
})

test('an account without a password confirms by passkey before another is added or all is deleted', async ({
  page,
  site,
}) => {
  const authenticator = await addAuthenticator(page)
  const account = await createProviderAccount(site, 'google.com')
  await signInWithoutForm(page, site, account)
  await openCollapsedAccount(page)
  await addPasskeyOn(page)
  await ageSignIn(page, site, account)
  await openCollapsedAccount(page)
  const { startDeletion, deleteAll, confirmation } = accountOn(page)
  const { add, entries } = passkeysOn(page)

  await startDeletion.click()
  await expect(confirmation).toContainText(
    'This account has no password. Use a passkey, or another way below.',
  )
  await page.keyboard.press('Escape')

  await add.click()
  await confirmation.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('Thanks, you can continue now.')).toBeVisible()
  await expect(add).toBeFocused()
  await authenticator.clear()
  await waitForSignal(page, () => add.click())
  await expect(entries).toHaveCount(2)

  await startDeletion.click()
  await deleteAll.click()
  await expect(page).toHaveURL(/\/login\?notice=deleted/)
})

test('after a lost phone, a passkey turns two-step verification off, and this browser stays signed in', async ({
  page,
  site,
}) => {
  await addAuthenticator(page)
  const account = await startOnCollapsedAccount(page, site, await createProvedAccount(site))
  await addPasskeyOn(page)
  await enrollPhones(site, account, [newPhone(), newPhone()])
  await signOut(page)
  await expect(page).toHaveURL('/')
  await page.goto('/login')
  // The virtual authenticator answers the autofill immediately.
  await page.getByLabel('Email').press('Shift')
  await expect(page).toHaveURL('/app')
  await openCollapsedAccount(page)

  const section = page.getByRole('region', { name: 'Two-step verification' })
  await expect(section).toContainText(
    'If you lose your phone, sign in with a passkey, then remove the phone here.',
  )
  await expect(section.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await section.getByRole('button', { name: 'Turn off two-step verification' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn off two-step verification?' })
  await expect(dialog).toContainText('all your methods are removed together')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  const off = 'Two-step verification is off. You’re signed out on all other devices.'
  await expect(section.getByText(off)).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(0)

  await test.step('this browser has signed in again, so it stays signed in', async () => {
    await page.reload()
    await expect(section.getByRole('button', { name: 'Send verification email' })).toHaveCount(0)
    await expect(passkeysOn(page).entries).toContainText(['Last used'])
  })
})
