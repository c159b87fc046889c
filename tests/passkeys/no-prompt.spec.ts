/** Browsers whose passkey prompt fails, hangs or is missing. */

import type { Page } from '@playwright/test'
import type { Account } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { createProvedAccount } from '../support/mails'

import { signOut } from '../support/visitor'
import { originOf } from './requests'

test.use({ baseURL: ({ site }, use) => use(originOf(site)) })

const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })

test('the form works in a browser whose passkeys fail, hang or are missing', async ({ page, site }) => {
  const account = await createProvedAccount(site)

  await test.step('a prompt that never answers leaves the form usable', async () => {
    await page.addInitScript(() => {
      Object.assign(navigator.credentials, { get: () => new Promise(() => undefined) })
    })
    await page.goto('/login')
    await passkeyButton(page).click()
    await expect(page.getByText('Waiting for your passkey…')).toBeVisible()
    await signInHere(page, account)
    await signOut(page)
    await expect(page).toHaveURL('/')
  })

  await test.step('an autofill that fails is retried only by touches, three times in all, and silently', async () => {
    await page.addInitScript(() => {
      Object.assign(window, { calls: 0 })
      const refuse = async () => {
        Reflect.set(window, 'calls', Reflect.get(window, 'calls') + 1)
        throw new DOMException('The operation is not allowed.', 'NotAllowedError')
      }
      Object.assign(navigator.credentials, { get: refuse })
      PublicKeyCredential.isConditionalMediationAvailable = async () => true
    })
    await page.goto('/login')
    const calls = () => page.evaluate(() => Reflect.get(window, 'calls') as number)
    for (const expected of [1, 2, 3, 3]) {
      await page.getByLabel('Email').press('Shift')
      await expect.poll(calls).toBe(expected)
    }
    // A fourth call would come a moment later.
    await page.waitForTimeout(500)
    expect(await calls()).toBe(3)
    await expect(page.getByText('No passkey was used.')).toHaveCount(0)
  })

  await test.step('without WebAuthn, and at an IP address, nothing is offered', async () => {
    await page.goto(`${site.url}/login`)
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
    await expect(passkeyButton(page)).toHaveCount(0)
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
    await expect(passkeyButton(page)).toHaveCount(0)
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
    await signInHere(page, account)
  })
})

async function signInHere(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/app')
}
