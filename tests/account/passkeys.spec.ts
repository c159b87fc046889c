/** Passkeys on the account page, by authenticators that Chromium makes up. */
import type { Page } from '@playwright/test'
import { beginOnClosedAccount } from '../support/account-page'
import { signInAnew } from '../support/accounts'
import { expectNoFault } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { addAuthenticator } from '../support/virtual-authenticator'

// The server refuses with 4xx what a test has it refuse.
test.use({ database: 'postgres', host: 'localhost', expectedErrors: /status of 40[39]/ })

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
