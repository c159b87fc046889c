/** Signing in with a second factor: SMS, at the real emulator. Faults it never has are of a stand-in, and say so. */
import { createAccount } from '../support/accounts'
import { expectNoFault } from '../support/axe'
import { expect, newCredentials, test } from '../support/fixtures'
import { signInAtProvider } from '../support/gapi/gapi'
import { linkIn } from '../support/mails'
import { refuse, standIn } from '../support/provider'
import { codesTo, givePhones, newPhone, otherThan, promptOn } from '../support/second-factor'
import { sessionCookie } from '../support/visitor'

test.use({ expectedErrors: /400 \(Bad Request\)|auth\/internal-error/ })

test('after the password a code is asked for, by the phone the visitor chooses, and the session opens only with it', async ({
  page,
  site,
}) => {
  const account = await createAccount(site)
  const [phone, other] = [newPhone(), newPhone()]
  await givePhones(site, account, [other, phone])
  const asked = promptOn(page)
  await page.goto('/login?next=%2Fapp%2Faccount')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  const begin = () => page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await test.step('Back leads to the form as it was', async () => {
    await begin()
    await expect(asked.title).toBeVisible()
    await expect(page.getByLabel('Password')).toBeHidden()
    await asked.back.click()
    await expect(page.getByLabel('Email')).toHaveValue(account.email)
    await expect(page.getByLabel('Password')).toHaveValue(account.password)
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  })

  await begin()
  await page.getByRole('button', { name: `Phone 2 (phone ending in ${phone.slice(-4)})` }).click()
  await expect(asked.code).toBeFocused()
  await expect(asked.code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(asked.code).toHaveAttribute('inputmode', 'numeric')
  await expect(
    page.getByText(`We have sent a code to the number ending in ${phone.slice(-4)}.`),
  ).toBeVisible()
  await expect(asked.resend).toHaveAttribute('aria-disabled', 'true')
  expect(await codesTo(site, other)).toEqual([])
  const [code = ''] = await codesTo(site, phone)

  const problems: [typed: string, words: string | RegExp][] = [
    ['12 34', 'Enter the 6 digits of the code.'],
    [otherThan(code), /^This code is not right\./],
  ]
  for (const [typed, words] of problems) {
    await asked.code.fill(typed)
    await asked.code.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await expect(asked.code).toHaveValue(typed)
    await expect(asked.code).toHaveAttribute('aria-invalid', 'true')
  }
  const faults: [message: string, words: string][] = [
    ['SESSION_EXPIRED', 'This code has expired. Ask for a new one.'],
    ['TOO_MANY_ATTEMPTS_TRY_LATER', 'Too many tries.'],
    ['INVALID_MFA_PENDING_CREDENTIAL', 'That took too long. Please sign in again.'],
  ]
  for (const [message, words] of faults)
    await test.step(`a stand-in answers ${message}`, async () => {
      const stop = await standIn(page, 'mfaSignIn:finalize', (route) => refuse(route, message))
      await asked.confirm.click()
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
      await stop()
    })
  await expect(page.getByRole('button', { name: 'Go to sign-in' })).toBeVisible()
  await expectNoFault(page)
  expect(await sessionCookie(page)).toBeNull()

  await asked.code.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await asked.confirm.click()
  await expect(page).toHaveURL('/app/account')
  expect(await sessionCookie(page)).not.toBeNull()
})

test('a sign-in link and another provider’s popup ask for it, too', async ({ page, site }) => {
  const asked = promptOn(page)
  const { email } = newCredentials()
  let userId = ''
  const phone = newPhone()

  async function signInWithGoogle() {
    await page.goto('/login?next=%2Fapp%2Faccount')
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    return opening
  }

  await test.step('the account is made without', async () => {
    await signInAtProvider(await signInWithGoogle(), { email })
    await expect(page).toHaveURL('/app/account')
    const session = await page.request.get('/api/session')
    userId = (await session.json()).userId
    await givePhones(site, { email, userId, password: '', idToken: '', refreshToken: '' }, [phone])
    await page.context().clearCookies()
  })

  await test.step('popup', async () => {
    const window = await signInWithGoogle()
    await window.locator('li', { hasText: email }).first().click()
    await asked.answer(site, phone)
    await expect(page).toHaveURL('/app/account')
    await page.context().clearCookies()
  })

  await test.step('link', async () => {
    await page.goto('/login?next=%2Fapp%2Faccount')
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in by email' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('button', { name: 'Send a link' }).click()
    await expect(page.getByText(`We have sent a link to ${email}.`)).toBeVisible()
    await page.goto(await linkIn(site, email, 'EMAIL_SIGNIN'))
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await asked.answer(site, phone)
    await expect(page).toHaveURL('/app/account')
  })
})
