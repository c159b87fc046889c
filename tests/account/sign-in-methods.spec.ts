/** Against the emulator, with a stand-in for Google's loader script. */
import type { Page } from '@playwright/test'
import * as brand from '@/lib/site/brand'

const passwordHeader = 'x'

import { accountOn, openAccount, startOnAccount } from '../support/account-page'
import { changeAccount, createProviderAccount, signInElsewhere } from '../support/accounts'
import { expect, newCredentials, test } from '../support/fixtures'
import { chooseAtProvider, signInAtProvider } from '../support/gapi/gapi'
import { canSignIn, latestLink, requestLink } from '../support/mails'
import { enrollPhones, newPhone, promptOn } from '../support/second-factor'
import { ageSignIn, signInWithoutForm } from '../support/visitor'

// The SDK throws with every popup, see `isSdkNoise`. The emulator refuses with 400.
test.use({ database: 'postgres', expectedErrors: /auth\/internal-error|40[01] \(/ })

const methodsOn = (page: Page) => accountOn(page).methods.getByRole('listitem')

async function popupOf(page: Page, button: string): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: button }).click()
  return opening
}

test('a provider is added and removed, each time ending all other sessions; the last method stays', async ({
  page,
  site,
}) => {
  const account = await startOnAccount(page, site)
  // The emulator verifies the address with GitHub; the header says that a password was typed there.
  const signInAgain = () => signInElsewhere(site, account, { [passwordHeader]: '1' })
  const [first, { methods }] = [await signInAgain(), accountOn(page)]
  await expect(methods.getByText('This is your only way to sign in.')).toBeVisible()
  await expect(methods.getByRole('button', { name: /^(Remove|Disconnect)/ })).toHaveCount(0)

  const taken = await createProviderAccount(site, 'github.com')
  await signInAtProvider(await popupOf(page, 'Connect GitHub'), taken)
  await expect(
    methods
      .getByRole('alert')
      .filter({ hasText: `That account is connected to another ${brand.name} account.` }),
  ).toBeVisible()

  await signInAtProvider(await popupOf(page, 'Connect GitHub'), account)
  await expect(
    methods.getByText('You can now sign in with GitHub. You’re signed out on all other devices'),
  ).toBeVisible()
  await expect(methods.getByRole('heading')).toBeFocused()
  await expect(methodsOn(page)).toHaveText([
    /^Email \(password or link\)Remove$/,
    new RegExp(`^GitHub${account.email}Disconnect$`),
  ])
  await expect(methods.getByRole('button', { name: 'Connect GitHub', exact: true })).toBeHidden()
  expect(await first.isLive()).toBe(false)

  const second = await signInAgain()
  await methods.getByRole('button', { name: 'Disconnect GitHub' }).click()
  await page
    .getByRole('dialog', { name: 'Disconnect GitHub?' })
    .getByRole('button', { name: 'Disconnect' })
    .click()
  await expect(methods.getByText('GitHub disconnected.')).toBeVisible()
  await expect(methodsOn(page)).toHaveText([/^Email/])
  await expect(methods.getByRole('button', { name: /^(Remove|Disconnect)/ })).toHaveCount(0)
  expect(await second.isLive()).toBe(false)

  await test.step('adding one asks for no second factor', async () => {
    await enrollPhones(site, account, [newPhone()])
    await page.reload()
    await expect(methodsOn(page)).toHaveText([/^Email/])
    await signInAtProvider(await popupOf(page, 'Connect Facebook'), account)
    await expect(methods.getByText('You can now sign in with Facebook.')).toBeVisible()
    await expect(methodsOn(page)).toHaveText([/^Email/, /^Facebook/])
    await expect(promptOn(page).dialog).toHaveCount(0)
  })
})

test('an account without an address gets one with its first password', async ({ page, site }) => {
  const credentials = newCredentials()
  const account = await createProviderAccount(site, 'twitter.com', {})
  await signInWithoutForm(page, site, account)
  await openAccount(page)
  const { password, newPassword, email } = accountOn(page)
  await password.getByLabel('Email').fill((await createProviderAccount(site, 'google.com')).email)
  await newPassword.fill(credentials.password)
  await password.getByRole('button', { name: 'Add password' }).click()
  await expect(password.getByText('Another account already uses this email address.')).toBeVisible()
  await password.getByLabel('Email').fill(credentials.email)
  await password.getByRole('button', { name: 'Add password' }).click()
  await expect(password.getByText('You can now sign in with a password.')).toBeVisible()
  await expect(methodsOn(page)).toHaveText([/^X/, /^Email/])
  await expect(password.getByRole('button', { name: 'Change your password' })).toBeVisible()
  await expect(email.getByText(credentials.email)).toBeVisible()
  expect(await canSignIn(site, credentials.email, credentials.password)).toBe(true)

  // The emulator refuses the account's own address: see spec-coverage, S84.
  await test.step('an account with an address gets a password for it', async () => {
    await changeAccount(site, account.userId, { deleteAttribute: ['PASSWORD'] })
    await openAccount(page)
    await newPassword.fill('quite another one')
    await password.getByRole('button', { name: 'Add password' }).click()
    await expect(password.getByText('You can now sign in with a password.')).toBeVisible()
    expect(await canSignIn(site, credentials.email, 'quite another one')).toBe(true)
  })
})

test('without a password a popup of this account confirms, then a provider and links can be added', async ({
  page,
  site,
}) => {
  const [account, other] = [
    await createProviderAccount(site, 'google.com'),
    await createProviderAccount(site, 'google.com'),
  ]
  await signInWithoutForm(page, site, account)
  await ageSignIn(page, site, account)
  await openAccount(page)
  const on = accountOn(page)
  await on.newEmail.fill(`new-${account.email}`)
  await on.changeEmail.click()
  await expect(on.confirmation.getByText('Confirm with an account you use to sign in.')).toBeVisible()
  await expect(on.currentPassword).toBeHidden()
  await chooseAtProvider(await popupOf(page, 'Confirm with Google'), other)
  await expect(on.confirmation.getByText('That’s a different account.')).toBeVisible()
  await chooseAtProvider(await popupOf(page, 'Confirm with Google'), account)
  await expect(on.confirmation).toBeHidden()
  await expect(page.getByText(`We’ve sent a link to new-${account.email}.`)).toBeVisible()

  await test.step('the new provider gets a press of its own, as browsers open one popup per press', async () => {
    await ageSignIn(page, site, account)
    await openAccount(page)
    await on.methods.getByRole('button', { name: 'Connect GitHub' }).click()
    await chooseAtProvider(await popupOf(page, 'Confirm with Google'), account)
    await expect(on.methods.getByText('Thanks, you can continue now.')).toBeVisible()
    await expect(page.getByText('Waiting for GitHub.')).toBeHidden()
    expect(page.context().pages()).toHaveLength(1)
    await signInAtProvider(await popupOf(page, 'Connect GitHub'), account)
    await expect(on.methods.getByText('You can now sign in with GitHub.')).toBeVisible()
  })

  await test.step('sign-in links are added only with a link that this browser requested', async () => {
    await page.getByRole('button', { name: 'Add sign-in links' }).click()
    await expect(page.getByText(`We’ve sent a link to ${account.email}.`)).toBeVisible()
    const { email: foreign } = newCredentials()
    await requestLink(site, foreign)
    await page.goto(await latestLink(site, foreign, 'EMAIL_SIGNIN'))
    const add = page.getByRole('button', { name: 'Add to my account' })
    await expect(page.getByRole('heading', { name: 'Add sign-in links to your account' })).toBeVisible()
    await expect(add).toBeEnabled()
    await expect(page.getByLabel('Email')).not.toBeEditable()
    await add.click()
    await expect(page.getByText('Open the link we sent to the address below.')).toBeVisible()
    await page.goto(await latestLink(site, account.email, 'EMAIL_SIGNIN'))
    await expect(page.getByLabel('Email')).toHaveValue(account.email)
    await add.click()
    await expect(page).toHaveURL('/app/account')
    await expect(methodsOn(page)).toHaveText([/^Google/, /^GitHub/, /^Email/])
  })
})
