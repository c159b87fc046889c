import { createAccount } from '../support/accounts'
import { expect, newCredentials, test } from '../support/fixtures'
import { canSignIn, changeAddress, linkIn, mailsTo, requestMail, sendMail } from '../support/mails'
import { becomeSomebody, claimsOf } from '../support/visitor'

const newPassword = 'a new long password'

test('a forgotten password is replaced by a new one, which signs in and goes on to where it began', async ({
  page,
  site,
}) => {
  const { email, password } = await createAccount(site)
  await requestMail(page, 'Forgot your password?', email, '/debug-config')
  await page.goto(await linkIn(site, email, 'PASSWORD_RESET'))
  await expect(page).toHaveTitle('Choose a new password · Foyer')
  await expect(page.getByText(email)).toBeVisible()
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page).toHaveURL('/debug-config')
  expect((await claimsOf(page)).email).toBe(email)
  expect(await canSignIn(site, email, newPassword)).toBe(true)
  expect(await canSignIn(site, email, password)).toBe(false)
})

test('the keyboard alone is enough from the forgotten password to the account', async ({ page, site }) => {
  const { email } = await createAccount(site)
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.getByLabel('Email').focus()
  await page.keyboard.type(email)
  const forgot = page.getByRole('button', { name: 'Forgot your password?' })
  // Past the password, the two buttons of the form, the one for a new account, and four providers.
  for (let press = 0; press < 9; press++) await page.keyboard.press('Tab')
  await expect(forgot).toBeFocused()
  await expect(forgot).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('we’ve sent it a link')).toBeVisible()
  await page.goto(await linkIn(site, email, 'PASSWORD_RESET'), { waitUntil: 'networkidle' })
  await page.getByLabel('New password').focus()
  await page.keyboard.type(newPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app')
})

test('a new address holds once its link is used, and not before', async ({ page, site }) => {
  const { email, password, idToken } = await becomeSomebody(page, site)
  const { email: newEmail } = newCredentials()
  await sendMail(site, { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail })
  await page.goto(await linkIn(site, email, 'VERIFY_AND_CHANGE_EMAIL'))
  await expect(page.getByText(newEmail)).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  expect(await canSignIn(site, newEmail, password)).toBe(false)
  await page.getByRole('button', { name: 'Use new email address' }).click()
  await expect(page.getByText(`${newEmail} is now your email address.`)).toBeFocused()
  expect(await canSignIn(site, newEmail, password)).toBe(true)
  await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible()
  expect(await claimsOf(page)).toMatchObject({ email: newEmail })
})

test('a change of the address is undone, and a new password is offered', async ({ page, site }) => {
  const { email, password, idToken } = await createAccount(site)
  const { email: strangersEmail } = newCredentials()
  await changeAddress(site, idToken, strangersEmail)
  expect(await canSignIn(site, email, password)).toBe(false)
  await page.goto(await linkIn(site, email, 'RECOVER_EMAIL'))
  await expect(page.getByText(email)).toBeVisible()
  await page.getByRole('button', { name: 'Restore my email address' }).click()
  await expect(page.getByText(`${email} is your email address again.`)).toBeFocused()
  expect(await canSignIn(site, email, password)).toBe(true)
  await page.getByRole('button', { name: 'Email me a link for a new password' }).click()
  await expect(page.getByText(`We’ve sent a link to ${email}.`)).toBeVisible()
  expect(await mailsTo(site, email, 'PASSWORD_RESET')).toHaveLength(1)
})
