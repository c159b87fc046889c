/** Signing in with an SMS code, at the real emulator; a stand-in has the errors that it lacks. */
import { createdHereHeader } from '@/lib/session/address-proof'
import * as brand from '@/lib/site/brand'
import { createAccount, createProviderAccount } from '../support/accounts'
import { expectAccessible } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { chooseAtProvider } from '../support/gapi/gapi'
import { latestLink } from '../support/mails'
import { mockProvider, refuse } from '../support/provider'
import { createdHash, postToken } from '../support/requests'
import {
  enrollPhones,
  newPhone,
  promptOn,
  sentCodes,
  skipCaptchaDelay,
  wrongCodeFor,
} from '../support/second-factor'
import { sessionCookie } from '../support/visitor'

test.use({ expectedErrors: /400 \(Bad Request\)|auth\/internal-error/ })

test.beforeEach(({ page }) => skipCaptchaDelay(page))

test('after the password a code is sent to the chosen phone, and there’s no session without it', async ({
  page,
  site,
}) => {
  const account = await createAccount(site)
  const [phone, other] = [newPhone(), newPhone()]
  await enrollPhones(site, account, [other, phone])
  const asked = promptOn(page)
  await page.clock.install()
  await page.goto('/login?next=%2Fapp%2Faccount')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  const begin = () => page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await test.step('Back leads to the form as it was', async () => {
    await begin()
    await expect(asked.title).toBeVisible()
    await expect(page.getByLabel('Password')).toBeHidden()
    await asked.back.click()
    await expect(page).toHaveTitle(brand.pageTitle('Sign in'))
    await expect(page.getByLabel('Email')).toHaveValue(account.email)
    await expect(page.getByLabel('Password')).toHaveValue(account.password)
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  })

  await begin()
  await expect(page).toHaveTitle(brand.pageTitle('Two-step verification'))
  await page.getByRole('button', { name: `Phone 2 (ending in ${phone.slice(-4)})` }).click()
  await expect(asked.code).toBeFocused()
  await expect(asked.code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(asked.code).toHaveAttribute('inputmode', 'numeric')
  await expect(page.getByText(`We’ve sent a code to the number ending in ${phone.slice(-4)}.`)).toBeVisible()
  await expect(asked.resend).toHaveAttribute('aria-disabled', 'true')
  expect(await sentCodes(site, other)).toEqual([])
  const [code = ''] = await sentCodes(site, phone)

  const problems: [typed: string, words: string | RegExp][] = [
    ['12 34', 'Enter the 6-digit code.'],
    [wrongCodeFor(code), /^Wrong code\./],
  ]
  for (const [typed, words] of problems) {
    await asked.code.fill(typed)
    if (typed.length < 6) await asked.code.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await expect(asked.code).toHaveValue(typed)
    await expect(asked.code).toHaveAttribute('aria-invalid', 'true')
  }
  const faults: [message: string, words: string][] = [
    ['SESSION_EXPIRED', 'This code has expired. Request a new one.'],
    ['TOO_MANY_ATTEMPTS_TRY_LATER', 'Too many attempts.'],
    ['INVALID_MFA_PENDING_CREDENTIAL', 'That took too long. Please sign in again.'],
  ]
  for (const [message, words] of faults)
    await test.step(`a stand-in answers ${message}`, async () => {
      const stop = await mockProvider(page, 'mfaSignIn:finalize', (route) => refuse(route, message))
      await asked.confirm.click()
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
      await stop()
    })
  await expect(page.getByRole('alert').getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expectAccessible(page, [{ width: 320, colorScheme: 'light' }])
  expect(await sessionCookie(page)).toBeNull()

  const [, newCode = ''] =
    await test.step('a new code can be sent after a minute, and replaces the old one', async () => {
      await page.clock.fastForward(60_000)
      await asked.resend.click()
      await expect.poll(() => sentCodes(site, phone)).toHaveLength(2)
      await expect(asked.resend).toHaveAttribute('aria-disabled', 'true')
      await asked.code.fill(code)
      await expect(page.getByRole('alert').filter({ hasText: /^Wrong code\./ })).toBeVisible()
      return sentCodes(site, phone)
    })

  await asked.code.fill(`${newCode.slice(0, 3)} ${newCode.slice(3)}`)
  await expect(page).toHaveURL('/app/account')
  expect(await sessionCookie(page)).not.toBeNull()
})

test('a sign-in link and a provider’s popup or page need it, too', async ({ page, site }) => {
  const asked = promptOn(page)
  const account = await createProviderAccount(site, 'google.com')
  // Its address is proved by this sign-in.
  expect(
    (await postToken(site, account.idToken, { [createdHereHeader]: createdHash(account.userId) })).status,
  ).toBe(204)
  const phone = newPhone()
  await enrollPhones(site, account, [phone])

  async function begin(button: string) {
    await page.context().clearCookies()
    await page.goto('/login?next=%2Fterms')
    await page
      .getByRole('button', { name: button })
      .or(page.getByRole('link', { name: button }))
      .click()
  }

  async function expectSignedIn() {
    await expect(page).toHaveURL('/terms')
    expect(await sessionCookie(page)).not.toBeNull()
  }

  await test.step('popup', async () => {
    const opening = page.waitForEvent('popup')
    await begin('Continue with Google')
    await chooseAtProvider(await opening, account)
    await asked.answer(site, phone)
    await expectSignedIn()
  })

  await test.step('link', async () => {
    await begin('Email me a sign-in link')
    await expect(page.getByRole('heading', { name: 'Get a sign-in link' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Email' }).fill(account.email)
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await expect(page.getByText('We’ve sent you a sign-in link.')).toBeVisible()
    await page.goto(await latestLink(site, account.email, 'EMAIL_SIGNIN'))
    await expect(page.getByLabel('Email')).toHaveValue(account.email)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await asked.answer(site, phone)
    await expectSignedIn()
  })

  await test.step('page', async () => {
    await page.addInitScript(() => {
      window.open = () => null
    })
    await begin('Continue with Google')
    await page.waitForURL('**/emulator/auth/handler?**')
    await chooseAtProvider(page, account)
    await asked.answer(site, phone)
    await expectSignedIn()
  })
})
