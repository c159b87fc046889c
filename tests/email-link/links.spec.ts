import * as brand from '@/lib/site/brand'
import { createAccount } from '../support/accounts'
import { expectAccessible } from '../support/axe'
import { expect, newCredentials, test } from '../support/fixtures'
import { expectEachFault, refused } from '../support/identity-faults'
import {
  canSignIn,
  changeAddress,
  createProvedAccount,
  isUnused,
  latestLink,
  sendMail,
} from '../support/mails'
import { changeConfig, exampleOperator } from '../support/operator'
import { claimsOf, signInNewAccount } from '../support/visitor'

const newPassword = 'a new long password'

test('a reset link sets a password, signs in and continues, by the keyboard alone', async ({
  page,
  site,
}) => {
  const { email, password } = await createProvedAccount(site)
  await page.goto('/login?next=%2Fdebug-config', { waitUntil: 'networkidle' })
  await page.getByLabel('Email').focus()
  await page.keyboard.type(email)
  const forgot = page.getByRole('link', { name: 'Forgot your password?' })
  // Past the password and its Show button.
  for (let press = 0; press < 3; press++) await page.keyboard.press('Tab')
  await expect(forgot).toBeFocused()
  await expect(forgot).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('we’ve sent it a link')).toBeVisible()

  const link = await latestLink(site, email, 'PASSWORD_RESET')
  await page.goto(link, { waitUntil: 'networkidle' })
  await expect(page).toHaveTitle(brand.pageTitle('Choose a new password'))
  await expect(page.getByText(email)).toBeVisible()
  expect(await isUnused(site, link)).toBe(true)
  await page.getByLabel('New password').focus()
  await page.keyboard.type(newPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password is changed. Other devices were signed out.')).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Password changed')
  await expect(page).toHaveTitle(brand.pageTitle('Password changed'))
  await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/debug-config')
  expect((await claimsOf(page)).email).toBe(email)
  expect(await canSignIn(site, email, newPassword)).toBe(true)
  expect(await canSignIn(site, email, password)).toBe(false)
})

test.describe('a link that changes the address', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('to a new one changes it once used, not before', async ({ page, site }) => {
    const { email, password, idToken, userId } = await signInNewAccount(page, site)
    const { email: newEmail } = newCredentials()
    const body = { data: { email: newEmail, userId }, headers: { origin: site.url } }
    expect((await page.request.post('/api/account/address', body)).status()).toBe(204)
    await sendMail(site, { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail })
    const link = await latestLink(site, email, 'VERIFY_AND_CHANGE_EMAIL')
    await page.goto(link, { waitUntil: 'networkidle' })
    await expect(page.getByText(newEmail)).toBeVisible()
    await expect(page.getByText(email)).toBeVisible()
    expect(await isUnused(site, link)).toBe(true)
    expect(await canSignIn(site, newEmail, password)).toBe(false)
    await page.getByRole('button', { name: 'Use new email address' }).click()
    await expect(page.getByText(`${newEmail} is now your email address.`)).toBeFocused()
    expect(await canSignIn(site, newEmail, password)).toBe(true)
    await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible()
    expect(await claimsOf(page)).toMatchObject({ email: newEmail })
  })

  test('back restores it, nothing else stays, and an error before has its message', async ({
    page,
    site,
  }) => {
    const { email, password, idToken } = await createProvedAccount(site)
    const { email: strangersEmail } = newCredentials()
    await changeAddress(site, idToken, strangersEmail)
    expect(await canSignIn(site, email, password)).toBe(false)
    const link = await latestLink(site, email, 'RECOVER_EMAIL')
    await changeConfig(page, { operator: exampleOperator })
    await page.goto(link, { waitUntil: 'networkidle' })
    await expect(page.getByText(email)).toBeVisible()
    expect(await isUnused(site, link)).toBe(true)
    await expectAccessible(page)
    const press = page.getByRole('button', { name: 'Restore my email address' })
    const messages = page.getByRole('main').getByRole('alert')
    await expectEachFault(page, {
      call: 'accounts:update',
      faults: [refused('EMAIL_EXISTS', 'link-old-address-taken')],
      button: press,
      messages,
      expectKept: () => expect(press).toBeVisible(),
    })
    // Only we can fix this, so it offers to contact us, not to sign in to the account that has the address.
    await expect(messages.getByRole('link')).toHaveText(['Contact us'])
    await press.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is secured')
    expect((await claimsOf(page)).email).toBe(email)
    expect(await canSignIn(site, email, password), 'it may be the stranger’s by now').toBe(false)
    await expectAccessible(page)
  })

  test('back opens an account whose address nobody had proved, and the stranger keeps nothing', async ({
    page,
    site,
  }) => {
    const { email, password, idToken } = await createAccount(site)
    await changeAddress(site, idToken, newCredentials().email)
    await page.goto(await latestLink(site, email, 'RECOVER_EMAIL'))
    await page.getByRole('button', { name: 'Restore my email address' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is secured')
    expect((await claimsOf(page)).email).toBe(email)
    expect(await canSignIn(site, email, password)).toBe(false)
  })
})
