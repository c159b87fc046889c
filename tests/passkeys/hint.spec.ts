/** The hint about passkeys on the page of notes. */

import type { PasskeyCreationOptions } from '@/lib/passkeys/passkeys'
import { expect, test } from '../support/fixtures'
import { createProvedAccount } from '../support/mails'

import { signIn } from '../support/visitor'
import { register } from './authenticator'
import { originOf } from './requests'
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

test('a passkey added by the password manager is reported, and the suggestion disappears', async ({
  page,
  site,
}) => {
  // Chromium's authenticators never answer conditional create; this one, in software, always does.
  const unasked = { isPresent: false, isVerified: false }
  await page.exposeFunction(
    'makePasskey',
    (asked: PasskeyCreationOptions) => register(asked, originOf(site), unasked).credential,
  )
  await page.addInitScript(() => {
    const { makePasskey } = window as unknown as { makePasskey: (asked: unknown) => Promise<Made> }
    type Made = { id: string; response: { clientDataJSON: string; attestationObject: string } }
    type Asked = {
      mediation?: string
      publicKey: { challenge: ArrayBuffer; rp: object; user: { id: ArrayBuffer } }
    }
    const toBytes = (text: string) => Uint8Array.fromBase64(text, { alphabet: 'base64url' }).buffer
    navigator.credentials.create = async (asked) => {
      const options = asked as unknown as Asked
      if (options.mediation !== 'conditional') throw new DOMException('Nobody is there', 'NotAllowedError')
      const { challenge, rp, user } = options.publicKey
      const toText = (bytes: ArrayBuffer) =>
        new Uint8Array(bytes).toBase64({ alphabet: 'base64url', omitPadding: true })
      const made = await makePasskey({
        options: { rp, challenge: toText(challenge), user: { id: toText(user.id) } },
      })
      const { clientDataJSON, attestationObject } = made.response
      return {
        ...{ id: made.id, rawId: toBytes(made.id), type: 'public-key', authenticatorAttachment: 'platform' },
        response: { clientDataJSON: toBytes(clientDataJSON), attestationObject: toBytes(attestationObject) },
        getClientExtensionResults: () => ({}),
      }
    }
  })
  await addAuthenticator(page, { canUpgrade: true })
  await signIn(page, await createProvedAccount(site))
  const report = page.getByRole('status').filter({ hasText: 'Your password manager added a passkey.' })
  await expect(report).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Passkeys' })).toBeHidden()
  await report.getByRole('link', { name: 'Manage passkeys' }).click()
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeInViewport()
  await expect(page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1)
})
