/** The account page as a person finds it. */
import { expect, type Page } from '@playwright/test'
import { type Account, createAccount } from './accounts'
import type { Site } from './site'
import { beSignedIn, letSignInBeOld } from './visitor'

/** The parts of the account page. */
export function accountOn(page: Page) {
  const section = (name: string) => page.getByRole('region', { name })
  const about = section('About you')
  const email = section('Email address')
  const password = section('Password')
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const deletion = page.getByRole('dialog', { name: 'Delete your account?' })
  return {
    about,
    email,
    password,
    ways: section('Ways to sign in'),
    devices: section('Where you are signed in'),
    name: about.getByLabel('Name'),
    photo: about.getByLabel('Address of a picture'),
    saveProfile: about.getByRole('button', { name: 'Save name and picture' }),
    newEmail: email.getByLabel('New email address'),
    changeEmail: email.getByRole('button', { name: 'Change email address' }),
    verify: email.getByRole('button', { name: 'Send a verification message' }),
    newPassword: password.getByLabel('New password'),
    changePassword: password.getByRole('button', { name: 'Change password' }),
    confirmation,
    /** What is wrong, as the open dialog says it. */
    dialogProblem: page.getByRole('dialog').getByRole('alert').first(),
    currentPassword: page.getByRole('dialog').getByLabel('Current password'),
    confirm: confirmation.getByRole('button', { name: 'Confirm' }),
    cancel: page.getByRole('dialog').getByRole('button', { name: 'Cancel' }),
    startDeletion: page.getByRole('button', { name: 'Delete account…' }),
    deletion,
    deleteAll: deletion.getByRole('button', { name: 'Delete account and notes' }),
  }
}

/** A value of 'About you', by its name. */
export function fact(page: Page, name: string) {
  return page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]')
}

/** The account page, its scripts running. */
export async function openAccount(page: Page): Promise<void> {
  await page.goto('/app/account')
  await expect(accountOn(page).saveProfile).toBeEnabled()
}

/** A new account, signed in just now, on the account page. */
export async function beginOnAccount(page: Page, site: Site): Promise<Account> {
  const account = await createAccount(site)
  await beSignedIn(page, site, account)
  await openAccount(page)
  return account
}

/** The same, from a sign-in of ten minutes ago. */
export async function beginWithOldSignIn(page: Page, site: Site): Promise<Account> {
  const account = await createAccount(site)
  await beSignedIn(page, site, account)
  await letSignInBeOld(page, site, account)
  await openAccount(page)
  return account
}
