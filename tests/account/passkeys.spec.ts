/** Passkeys on the account page, by authenticators that Chromium makes up. */
import type { Page } from '@playwright/test'
import { accountOn, beginOnClosedAccount, openAccount, openClosedAccount } from '../support/account-page'
import { createAccountAt, signInAnew } from '../support/accounts'
import { expectNoFault } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { canSignIn } from '../support/mails'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { addAuthenticator } from '../support/virtual-authenticator'
import { beSignedIn, letSignInBeOld } from '../support/visitor'

// The server refuses with 4xx what a test has it refuse.
test.use({ database: 'postgres', host: 'localhost', expectedErrors: /status of 40[0349]/ })

function passkeysOn(page: Page) {
  const section = page.getByRole('region', { name: 'Passkeys' })
  return {
    section,
    entries: section.getByRole('listitem'),
    alert: section.getByRole('alert').filter({ hasText: /./ }),
    add: section.getByRole('button', { name: 'Add a passkey' }),
  }
}

/** The passkey is added, and the page knows. */
async function addPasskey(page: Page): Promise<void> {
  const { section, add } = passkeysOn(page)
  await add.click()
  await expect(section.getByText('Passkey added. You can now sign in with it.')).toBeVisible()
}

test('a passkey is added, named, named again as at first, and removed after asking, which ends all other sessions', async ({
  page,
  site,
}) => {
  const authenticator = await addAuthenticator(page)
  const account = await beginOnClosedAccount(page, site)
  const { section, entries, alert, add } = passkeysOn(page)
  const { idToken } = await signInAnew(site, account)
  const elsewhere = sessionCookieOf(await postToken(site, idToken)).value

  await test.step('whoever cancels reads that nothing was used, and can press again', async () => {
    await authenticator.recognize(false)
    await add.click()
    await expect(alert).toHaveText(/^No passkey was used\./)
    await authenticator.recognize(true)
  })

  await addPasskey(page)
  await expect(entries).toHaveText(['Passkey On one device onlyCreated just now Not used yetRenameRemove'])
  expect((await getNotesPage(site, elsewhere)).status).toBe(200)
  await add.click()
  await expect(alert).toHaveText(/already has a passkey for your account/)

  await section.getByRole('button', { name: 'Rename Passkey' }).click()
  const name = section.getByLabel('Name')
  await expect(name).toBeFocused()
  await name.fill('My <b>key</b>')
  await name.press('Enter')
  await expect(section.getByText('Name saved.')).toBeVisible()
  const rename = section.getByRole('button', { name: 'Rename My <b>key</b>' })
  await expect(rename).toBeFocused()
  await rename.click()
  await name.fill('')
  await name.press('Enter')
  await expect(section.getByRole('button', { name: 'Rename Passkey' })).toBeFocused()

  await page.reload()
  await section.getByRole('button', { name: 'Remove Passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove Passkey?' })
  await expect(dialog).toContainText('you’ll be signed out on all other devices')
  await expectNoFault(page, [{ width: 320, colorScheme: 'dark' }])
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(section.getByText('Passkey removed. You’re signed out on all other devices.')).toBeVisible()
  await expect(entries).toHaveCount(0)
  await expect(section.getByRole('heading')).toBeFocused()
  expect((await getNotesPage(site, elsewhere)).status).toBe(307)
})

test('with a passkey the last other way to sign in may go; then the passkey stays until there is a second', async ({
  page,
  site,
}) => {
  const authenticator = await addAuthenticator(page)
  await beginOnClosedAccount(page, site)
  const { section, entries } = passkeysOn(page)
  const { ways } = accountOn(page)
  await addPasskey(page)
  await ways.getByRole('button', { name: 'Remove Email address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(ways.getByText('Email address removed.')).toBeVisible()
  await expect(ways.getByText('You sign in with a passkey only.')).toBeVisible()
  await expect(section.getByText('This is your only way to sign in.')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Remove' })).toHaveCount(0)

  // As if it were another one, such as a phone.
  await authenticator.clear()
  await addPasskey(page)
  await expect(entries).toHaveCount(2)
  await expect(section.getByRole('button', { name: 'Remove' })).toHaveCount(2)
})

test('a passkey that was removed elsewhere is no reason to let the last other way go', async ({
  page,
  site,
}) => {
  await addAuthenticator(page)
  await beginOnClosedAccount(page, site)
  const { section, entries, alert } = passkeysOn(page)
  const { ways } = accountOn(page)
  await addPasskey(page)
  const { passkeys } = await (await page.request.get('/api/passkeys')).json()
  const headers = { origin: site.url }
  expect((await page.request.delete(`/api/passkeys/${passkeys[0].id}`, { headers })).status()).toBe(204)

  await ways.getByRole('button', { name: 'Remove Email address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(ways.getByText('This is your only way to sign in.').last()).toBeVisible()
  await expect(ways.getByRole('listitem')).toHaveCount(1)
  await section.getByRole('button', { name: 'Remove Passkey' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(alert).toHaveText('This passkey has already been removed.')
  await expect(entries).toHaveCount(0)
})

test('an old sign-in is confirmed by a passkey: what was typed stays when that comes to nothing, and then goes on', async ({
  page,
  site,
}) => {
  const authenticator = await addAuthenticator(page)
  const account = await beginOnClosedAccount(page, site)
  await addPasskey(page)
  await letSignInBeOld(page, site, account)
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
  const account = await createAccountAt(site, 'google.com')
  await beSignedIn(page, site, account)
  await openClosedAccount(page)
  await addPasskey(page)
  await letSignInBeOld(page, site, account)
  await openClosedAccount(page)
  const { startDeletion, deletion, deleteAll, confirmation } = accountOn(page)

  await startDeletion.click()
  await expect(deletion).toContainText('This account has no password. Use a passkey, or another way below.')
  await page.keyboard.press('Escape')

  await passkeysOn(page).add.click()
  await confirmation.getByRole('button', { name: 'Use a passkey' }).click()
  const create = confirmation.getByRole('button', { name: 'Create passkey' })
  await expect(create).toBeFocused()
  await authenticator.clear()
  await create.click()
  await expect(passkeysOn(page).entries).toHaveCount(2)

  await startDeletion.click()
  await deleteAll.click()
  await expect(page).toHaveURL(/\/login\?notice=deleted/)
})
