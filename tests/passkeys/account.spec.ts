/** Passkeys on the account page, with Chromium's virtual authenticators. */

import { passkeyRequests } from '@/lib/passkeys/routes'
import { accountOn, startOnCollapsedAccount } from '../support/account-page'
import { signInElsewhere } from '../support/accounts'
import { expectAccessible } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { createProvedAccount } from '../support/mails'

import { addPasskeyOn, passkeysOn } from './page'
import { addAuthenticator } from './virtual-authenticator'

test.use({ database: 'postgres', host: 'localhost', expectedErrors: /status of 40[0349]/ })

test('a passkey is added, renamed, and removed with all other sessions', async ({ page, site }) => {
  const authenticator = await addAuthenticator(page)
  const account = await startOnCollapsedAccount(page, site, await createProvedAccount(site))
  const { section, entries, alert, add } = passkeysOn(page)
  const elsewhere = await signInElsewhere(site, account)

  const challenges: string[] = []
  page.on('requestfinished', (request) => {
    if (request.url().endsWith(passkeyRequests.options)) challenges.push(request.url())
  })

  await test.step('a cancellation is reported, and the button can be pressed again', async () => {
    await authenticator.recognize(false)
    await add.hover()
    await expect.poll(() => challenges.length, 'before the press').toBe(1)
    await add.click()
    await expect(alert).toHaveText(/^No passkey was created\./)
    await expect.poll(() => challenges.length, 'for the next press').toBe(2)
    await authenticator.recognize(true)
  })

  await addPasskeyOn(page)
  expect(challenges).toHaveLength(2)
  await expect(entries).toHaveText(['Passkey On one device onlyCreated just now Not used yetRenameRemove'])
  expect(await elsewhere.isLive()).toBe(true)
  await add.click()
  await expect(alert).toHaveText(/already has a passkey for your account/)

  await section.getByRole('button', { name: 'Rename Passkey' }).click()
  const name = section.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await name.fill('My <b>key</b>')
  await name.press('Enter')
  await expect(section.getByText('Name saved.')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Rename My <b>key</b>' })).toBeFocused()

  await page.reload()
  await section.getByRole('button', { name: 'Remove My <b>key</b>' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove My <b>key</b>?' })
  await expect(dialog).toContainText('you’ll be signed out on all other devices')
  await expectAccessible(page, [{ width: 320, colorScheme: 'dark' }])
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(
    section.getByText('My <b>key</b> removed. You’re signed out on all other devices.'),
  ).toBeVisible()
  await expect(entries).toHaveCount(0)
  await expect(section.getByRole('heading')).toBeFocused()
  await expect.poll(() => authenticator.credentials(), 'what the password manager was told').toEqual([])
  expect(await elsewhere.isLive()).toBe(false)
})

test('with a passkey the last other sign-in method can go; then the passkey stays until there’s another', async ({
  page,
  site,
}) => {
  const authenticator = await addAuthenticator(page)
  await startOnCollapsedAccount(page, site, await createProvedAccount(site))
  const { section, entries } = passkeysOn(page)
  const { methods } = accountOn(page)
  await addPasskeyOn(page)
  await methods.getByRole('button', { name: 'Remove Email address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(methods.getByText('Email address removed.')).toBeVisible()
  await expect(methods.getByText('You sign in with a passkey only.')).toBeVisible()
  await expect(section.getByText('This is your only way to sign in.')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Remove' })).toHaveCount(0)

  // As if it were another device.
  await authenticator.clear()
  await addPasskeyOn(page)
  await expect(entries).toHaveCount(2)
  await expect(section.getByRole('button', { name: 'Remove' })).toHaveCount(2)
})

test('a passkey that was removed elsewhere doesn’t let the last other sign-in method go', async ({
  page,
  site,
}) => {
  await addAuthenticator(page)
  await startOnCollapsedAccount(page, site, await createProvedAccount(site))
  const { section, entries, alert } = passkeysOn(page)
  const { methods } = accountOn(page)
  await addPasskeyOn(page)
  const { passkeys } = await (await page.request.get('/api/passkeys')).json()
  const headers = { origin: site.url }
  expect((await page.request.delete(`/api/passkeys/${passkeys[0].id}`, { headers })).status()).toBe(200)

  await methods.getByRole('button', { name: 'Remove Email address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(methods.getByText('This is your only way to sign in.').last()).toBeVisible()
  await expect(methods.getByRole('listitem')).toHaveCount(1)
  await section.getByRole('button', { name: 'Remove Passkey' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(alert).toHaveText('This passkey has already been removed.')
  await expect(entries).toHaveCount(0)
})
