/** In production mode, against the stand-in for Google: the emulator takes an account's own address for another's (S84). */
import { expect } from '@playwright/test'
import { accountOn, openAccount } from '../support/account-page'
import { closeContext } from '../support/contexts'
import { createContext } from '../support/session-browser'
import { signIn } from '../support/visitor'
import { test } from '../support/world'

test('an account of a provider gets a password for its own address', async ({ world }) => {
  const { google } = world
  const email = 'at-google@example.com'
  const context = await createContext(world)
  const page = await context.newPage()
  // The password is only for the test's sign-in.
  const rest = { validSinceSeconds: 0, providers: ['google.com'] }
  const account = google.accounts.add(email, 'no way of the account', rest)
  await signIn(page, account)
  await openAccount(page)
  const { methods, newPassword, password } = accountOn(page)
  await expect(methods.getByRole('listitem')).toHaveText([/^Google/])
  await newPassword.fill('correct horse battery')
  await password.getByRole('button', { name: 'Add password' }).click()
  await expect(
    password.getByText('You can now sign in with a password. You’re signed out on all other devices'),
  ).toBeVisible()
  expect(google.requests('signUp')).toBe(1)
  await expect(methods.getByRole('listitem')).toHaveText([/^Google.*Disconnect$/, /^Email/])
  await expect(google.signIn(email, 'correct horse battery')).resolves.toBeDefined()

  // The provider has revoked earlier tokens, and this browser stays signed in.
  await world.query('update sessions set checked_at = null where uid = $1', [account.id])
  await page.reload()
  await page.reload()
  await expect(password.getByRole('button', { name: 'Change your password' })).toBeEnabled()
  await closeContext(context)
})
