/** The account page. */
import { expect, type Page } from '@playwright/test'
import { type Account, createAccount } from './accounts'
import type { Site } from './site'
import { ageSignIn, signInNewAccount, signInWithoutForm } from './visitor'

/** The parts of the account page. */
export function accountOn(page: Page) {
  const section = (name: string) => page.getByRole('region', { name })
  const about = section('About you')
  const email = section('Email address')
  const password = section('Password')
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const deletion = page.getByRole('dialog', { name: 'Delete your account?' })
  return {
    about,
    email,
    password,
    methods: section('Ways to sign in'),
    devices: section('Where you’re signed in'),
    name: about.getByRole('textbox', { name: 'Name' }),
    saveName: about.getByRole('button', { name: 'Save name' }),
    newEmail: email.getByLabel('New email address'),
    changeEmail: email.getByRole('button', { name: 'Change email address' }),
    verify: email.getByRole('button', { name: 'Send verification email' }),
    newPassword: password.getByLabel('New password'),
    changePassword: password.getByRole('button', { name: 'Change password' }),
    confirmation,
    /** The error in the open dialog. */
    dialogProblem: page.getByRole('dialog').getByRole('alert').filter({ hasText: /./ }),
    currentPassword: page.getByRole('dialog').getByLabel('Current password'),
    confirm: confirmation.getByRole('button', { name: 'Confirm' }),
    cancel: page.getByRole('dialog').getByRole('button', { name: 'Cancel' }),
    startDeletion: page.getByRole('button', { name: 'Delete account…' }),
    deletion,
    deleteAll: deletion.getByRole('button', { name: 'Delete account', exact: true }),
  }
}

/** The value of a row, by its label. */
export function rowValue(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true }).locator('h3 + div')
}

/** The buttons that open a row's form. */
export const expandButtons = (page: Page) => page.getByRole('main').locator('button[aria-expanded="false"]')

/** Opens the account page with all its forms, and waits for its scripts. */
export async function openAccount(page: Page): Promise<void> {
  await openCollapsedAccount(page)
  await expandRows(page)
}

/** Opens the account page, and waits for its scripts. */
export async function openCollapsedAccount(page: Page): Promise<void> {
  await page.goto('/app/account')
  await expect(expandButtons(page).first()).toBeEnabled()
}

/** Opens all forms that are closed: one closes once its change is saved. */
export async function expandRows(page: Page): Promise<void> {
  const openers = expandButtons(page)
  await expect(openers.first()).toBeEnabled()
  for (let left = await openers.count(); left > 0; left--) {
    await openers.first().click()
    await expect(openers).toHaveCount(left - 1)
  }
}

/** Opens the account page with its forms closed, as a new account that just signed in, or as this one. */
export async function startOnCollapsedAccount(page: Page, site: Site, known?: Account): Promise<Account> {
  const account = known ?? (await createAccount(site))
  await signInWithoutForm(page, site, account)
  await openCollapsedAccount(page)
  return account
}

/** The same with all its forms. */
export async function startOnAccount(page: Page, site: Site): Promise<Account> {
  const account = await startOnCollapsedAccount(page, site)
  await expandRows(page)
  return account
}

/** The same, ten minutes after the sign-in. */
export async function startWithOldSignIn(page: Page, site: Site): Promise<Account> {
  const account = await signInNewAccount(page, site)
  await ageSignIn(page, site, account)
  await openAccount(page)
  return account
}
