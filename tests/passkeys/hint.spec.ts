/** The hint about passkeys on the page of notes. */

import { expect, test } from '../support/fixtures'
import { createProvedAccount } from '../support/mails'

import { signIn } from '../support/visitor'
import { addAuthenticator } from './virtual-authenticator'

test.use({ database: 'postgres', host: 'localhost' })

test('after a sign-in by password a passkey is suggested, until that is dismissed or there is one', async ({
  page,
  site,
}) => {
  await addAuthenticator(page)
  await signIn(page, await createProvedAccount(site))
  const hint = page.getByRole('complementary', { name: 'Passkeys' })
  const kept = () => page.evaluate(() => localStorage.getItem('foyer-passkey-hint'))
  const forget = () => page.evaluate(() => localStorage.removeItem('foyer-passkey-hint'))
  await hint.getByRole('button', { name: 'Don’t show this again' }).click()
  await expect(hint).toBeHidden()
  expect(await kept()).toBe('dismissed')
  await page.reload({ waitUntil: 'networkidle' })
  await expect(hint).toBeHidden()

  await forget()
  await page.reload()
  await hint.getByRole('link', { name: 'add a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeInViewport()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect.poll(kept).toBe('dismissed')

  await test.step('on another device of a user who has one it never shows', async () => {
    await forget()
    await page.goto('/app')
    await expect.poll(kept).toBe('dismissed')
    await expect(hint).toBeHidden()
  })
})
