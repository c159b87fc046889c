/** The sign-in form with a passkey: by its button, from the autofill, and failures of both. */

import type { Page, Route } from '@playwright/test'
import { passkeyRequests } from '@/lib/passkeys/routes'
import type { Account } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { createProvedAccount } from '../support/mails'

import type { Site } from '../support/site'
import { accountMenu, expectSignedInAs, signIn, signOut } from '../support/visitor'
import { addPasskeyOn } from './page'
import { originOf } from './requests'
import { type Authenticator, addAuthenticator } from './virtual-authenticator'

test.use({ baseURL: ({ site }, use) => use(originOf(site)), expectedErrors: /40[01]|410/ })

const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })

/** A user with a passkey, signed out. */
async function havePasskey(page: Page, site: Site): Promise<Account & { device: Authenticator }> {
  const account = await createProvedAccount(site)
  const device = await addAuthenticator(page)
  await signIn(page, account)
  await page.goto('/app/account')
  await addPasskeyOn(page)
  await signOut(page)
  await expect(page).toHaveURL('/')
  return { ...account, device }
}

/** The virtual authenticator answers an autofill immediately, so tests of the button turn it off. */
async function withoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
}

test('a press signs in with a challenge fetched before, and is marked as last used', async ({
  page,
  site,
}) => {
  await withoutAutofill(page)
  const { email } = await havePasskey(page, site)
  await page.goto('/login')
  const options = page.waitForResponse(`**${passkeyRequests.options}`)
  await passkeyButton(page).hover()
  await (await options).finished()
  // Safari wants the prompt right after the press.
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await passkeyButton(page).click()
  await expect(page).toHaveURL('/app')
  expect(asked).toContain(passkeyRequests.token)
  expect(asked).not.toContain(passkeyRequests.options)
  await expectSignedInAs(page, email)
  await signOut(page)
  await expect(page).toHaveURL('/')
  await page.goto('/login')
  await expect(passkeyButton(page)).toHaveAccessibleDescription('Last used')
})

test('the email field’s autofill signs in; nothing of it loads before the form is touched', async ({
  page,
  site,
}) => {
  await havePasskey(page, site)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/login', { waitUntil: 'networkidle' })
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
  expect(asked).not.toContain(passkeyRequests.options)
  await page.getByLabel('Email').press('Shift')
  await expect(page).toHaveURL('/app')
  await expect(accountMenu(page)).toBeVisible()
  expect(
    asked.filter((path) => path === passkeyRequests.token),
    'signed in once',
  ).toHaveLength(1)
})

test('a press replaces an autofill that waits or is about to, and a second press the first', async ({
  page,
  site,
}) => {
  const { device } = await havePasskey(page, site)
  await device.touch(false)
  await page.goto('/login')
  const options = page.waitForResponse(`**${passkeyRequests.options}`)
  await page.getByLabel('Email').press('Shift')
  await options
  await passkeyButton(page).click()
  const waiting = page.getByRole('button', { name: 'Waiting for your passkey…' })
  await expect(waiting).toBeVisible()
  // As if the first prompt had been swallowed.
  await device.touch(true)
  await waiting.click()
  await expect(page).toHaveURL('/app')

  await test.step('a late challenge is used by the press', async () => {
    await signOut(page)
    await expect(page).toHaveURL('/')
    const release = await holdOptions(page)
    await page.goto('/login')
    await page.getByLabel('Email').press('Shift')
    await passkeyButton(page).click()
    await release()
    await expect(page).toHaveURL('/app')
    expect((await device.credentials()).length).toBe(1)
  })
})

/** Holds challenges back until the returned function is called. */
async function holdOptions(page: Page): Promise<() => Promise<void>> {
  let held: Route[] | null = []
  await page.route(`**${passkeyRequests.options}`, async (route) => {
    if (held) held.push(route)
    else await route.continue()
  })
  return async () => {
    const late = held ?? []
    held = null
    await Promise.all(late.map((route) => route.continue()))
  }
}

test('a failed passkey is explained, and another method keeps what was typed', async ({ page, site }) => {
  await withoutAutofill(page)
  const { email, password, device } = await havePasskey(page, site)
  await page.goto('/login')
  const form = page.getByRole('main')
  await page.getByLabel('Email').fill(email)

  await test.step('not recognized, which browsers report as a cancellation', async () => {
    await device.recognize(false)
    await passkeyButton(page).click()
    await expect(form.getByText('No passkey was used.')).toBeVisible()
    await device.recognize(true)
  })

  await test.step('signed after its challenge was used up: a new press has a new one', async () => {
    await page.route(`**${passkeyRequests.token}`, (route) =>
      route.fulfill({ status: 410, json: { code: 'passkey-challenge-expired' } }),
    )
    await passkeyButton(page).click()
    await expect(form.getByText('That took too long. Please try again.')).toBeVisible()
    await page.unroute(`**${passkeyRequests.token}`)
  })

  await test.step('by password, with the address as it was typed', async () => {
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL('/app')
  })
})
