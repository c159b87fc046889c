import type { Page } from '@playwright/test'
import { createdHereHeader } from '@/lib/session/address-proof'
import { accountOn, openAccount } from '../support/account-page'
import { type Account, changeAccount, createAccount } from '../support/accounts'
import { closePage } from '../support/browser'
import { expect, newCredentials, test } from '../support/fixtures'
import { latestLink, openLink, signInProved } from '../support/mails'
import { createdHash } from '../support/requests'
import type { Site } from '../support/site'
import { ageSignIn, sessionOf, signInWithoutForm } from '../support/visitor'

/** Aging a cookie takes access to its row. */
test.use({ database: 'postgres' })

test.describe('a user of sign-in links whose sign-in is ten minutes old', () => {
  async function begin(page: Page, site: Site): Promise<Account> {
    const { email } = newCredentials()
    const account = await openLink(site, email)
    await signInProved(site, account, { [createdHereHeader]: createdHash(account.userId) })
    await signInWithoutForm(page, site, account)
    await ageSignIn(page, site, account)
    await openAccount(page)
    return account
  }

  async function askForLink(page: Page, email: string) {
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Use a sign-in link instead' }).click()
    await expect(dialog.getByRole('status').filter({ hasText: email })).toBeVisible()
  }

  /** Uses the link in another tab. */
  async function followLink(page: Page, site: Site, email: string) {
    const tab = await page.context().newPage()
    await tab.goto(await latestLink(site, email, 'EMAIL_SIGNIN'))
    await expect(tab.getByLabel('Email')).toHaveValue(email)
    await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(tab).toHaveURL(`${site.url}/app/account`)
    await closePage(tab)
  }

  test('confirms by a link used in another tab, after which the step continues', async ({ page, site }) => {
    const account = await begin(page, site)
    const { email } = account
    const on = accountOn(page)
    const isSignedIn = on.confirmation.getByRole('button', { name: 'I’ve signed in' })
    await on.newEmail.fill(`new-${email}`)
    await on.changeEmail.click()
    await askForLink(page, email)
    await followLink(page, site, email)
    await isSignedIn.click()
    await expect(on.confirmation).toBeHidden()
    await expect(page.getByText(`We’ve sent a link to new-${email}.`)).toBeVisible()

    await test.step('a deletion still needs its button pressed', async () => {
      await on.startDeletion.click()
      expect(await sessionOf(page)).toMatchObject({ signedIn: true })
      await on.deleteAll.click()
      await expect(page).toHaveURL('/login?notice=deleted')
    })
  })
})

test.describe('a user without a password, an address, or a provider that is offered here', () => {
  test.use({ expectedErrors: /403 \(Forbidden\)/ })

  test('can only sign in again where the sign-in is too old, for the page or for our server', async ({
    page,
    site,
  }) => {
    const account = await createAccount(site)
    await signInWithoutForm(page, site, account)
    await changeAccount(site, account.userId, {
      linkProviderUserInfo: { providerId: 'apple.com', rawId: account.userId },
      // The emulator takes the address away with it.
      deleteProvider: ['password'],
    })
    await openAccount(page)
    const on = accountOn(page)
    const dialog = on.confirmation
    const signInAgain = dialog.getByRole('button', { name: 'Sign in again' })

    await test.step('our server requires a more recent sign-in than the page expects', async () => {
      await on.startDeletion.click()
      const refused = { status: 403, json: { code: 'recent-sign-in-needed' } }
      await page.route('**/api/account', (route) => route.fulfill(refused))
      await on.deleteAll.click()
      await expect(dialog.getByText('This account has no password.')).toBeVisible()
      await expect(signInAgain).toBeVisible()
    })

    await test.step('the page knows that the sign-in is too old', async () => {
      await ageSignIn(page, site, account)
      await openAccount(page)
      await on.startDeletion.click()
      await expect(signInAgain).toBeVisible()
      await expect(on.deletion).toBeHidden()
      await expect(on.currentPassword).toBeHidden()
      await expect(dialog.getByRole('button', { name: 'Email me a sign-in link' })).toBeHidden()
      await signInAgain.click()
      await expect(page).toHaveURL('/login?next=%2Fapp%2Faccount')
    })
  })
})
