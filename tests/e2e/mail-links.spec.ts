import { createAccount } from '../support/accounts'
import { expect, newCredentials, test } from '../support/fixtures'
import { canSignIn, changeAddress, isUnused, linkIn, mailsTo, requestMail, sendMail } from '../support/mails'
import { awaitSignInForm, claimsOf, signInAsSomebody } from '../support/visitor'

const newPassword = 'a new long password'

test('a forgotten password is replaced by a new one, and the way goes on to where it began', async ({
  page,
  site,
}) => {
  const { email, password } = await createAccount(site)
  await requestMail(page, 'Forgot your password?', email, '/debug-config')
  await page.goto(await linkIn(site, email, 'PASSWORD_RESET'))
  await expect(page).toHaveTitle('Choose a new password · Foyer')
  await expect(page.getByText(email)).toBeVisible()
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByText('Your new password is saved.')).toBeFocused()
  expect(await canSignIn(site, email, newPassword)).toBe(true)
  expect(await canSignIn(site, email, password)).toBe(false)
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(newPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/debug-config')
})

test('the keyboard alone is enough from the forgotten password to the account', async ({ page, site }) => {
  const { email } = await createAccount(site)
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.getByLabel('Email').focus()
  await page.keyboard.type(email)
  const forgot = page.getByRole('button', { name: 'Forgot your password?' })
  for (let press = 0; press < 5; press++) await page.keyboard.press('Tab')
  await expect(forgot).toBeFocused()
  await expect(forgot).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('a message is on its way')).toBeVisible()
  await page.goto(await linkIn(site, email, 'PASSWORD_RESET'), { waitUntil: 'networkidle' })
  await page.getByLabel('New password').focus()
  await page.keyboard.type(newPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your new password is saved.')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Go to sign-in' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login?next=%2Fapp')
  await awaitSignInForm(page)
  await page.getByLabel('Email').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(newPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app')
})

test.describe('a password that the provider does not take', () => {
  test.use({ expectedErrors: /400 \(Bad Request\)/ })

  test('is said to be too weak, stays in its field, and leaves the link good', async ({ page, site }) => {
    const { email } = await createAccount(site)
    await sendMail(site, { requestType: 'PASSWORD_RESET', email })
    const link = await linkIn(site, email, 'PASSWORD_RESET')
    await page.goto(link, { waitUntil: 'networkidle' })
    // The page itself refuses what is too short for the emulator, which knows no other rule.
    await page.route('**/v1/accounts:resetPassword*', (route) =>
      route.fulfill({
        status: 400,
        headers: { 'access-control-allow-origin': '*' },
        json: { error: { code: 400, message: 'WEAK_PASSWORD' } },
      }),
    )
    await page.getByLabel('New password').fill(newPassword)
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Choose a longer password' })).toBeVisible()
    await expect(page.getByLabel('New password')).toHaveValue(newPassword)
    expect(await isUnused(site, link)).toBe(true)
    await page.unroute('**/v1/accounts:resetPassword*')
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await expect(page.getByText('Your new password is saved.')).toBeVisible()
  })
})

test('an address is confirmed also where nobody is signed in', async ({ page, site }) => {
  const { email, idToken } = await createAccount(site)
  await sendMail(site, { requestType: 'VERIFY_EMAIL', idToken })
  await page.goto(await linkIn(site, email, 'VERIFY_EMAIL'))
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText(`${email} is confirmed.`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute(
    'href',
    '/login?next=%2Fapp',
  )
})

test('a new address holds once its link is used, and not before', async ({ page, site }) => {
  const { email, password, idToken } = await signInAsSomebody(page, site)
  const { email: newEmail } = newCredentials()
  await sendMail(site, { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail })
  await page.goto(await linkIn(site, email, 'VERIFY_AND_CHANGE_EMAIL'))
  await expect(page.getByText(newEmail)).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  expect(await canSignIn(site, newEmail, password)).toBe(false)
  await page.getByRole('button', { name: 'Use the new address' }).click()
  await expect(page.getByText(`${newEmail} is set.`)).toBeFocused()
  expect(await canSignIn(site, newEmail, password)).toBe(true)
  await expect(page.getByRole('link', { name: 'Go on' })).toBeVisible()
  expect(await claimsOf(page)).toMatchObject({ email: newEmail })
})

test('a change of the address is undone, and a new password is offered', async ({ page, site }) => {
  const { email, password, idToken } = await createAccount(site)
  const { email: strangersEmail } = newCredentials()
  await changeAddress(site, idToken, strangersEmail)
  expect(await canSignIn(site, email, password)).toBe(false)
  await page.goto(await linkIn(site, email, 'RECOVER_EMAIL'))
  await expect(page.getByText(email)).toBeVisible()
  await page.getByRole('button', { name: 'Have my address back' }).click()
  await expect(page.getByText(`You sign in with ${email} again.`)).toBeFocused()
  expect(await canSignIn(site, email, password)).toBe(true)
  await page.getByRole('button', { name: 'Send me a link for a new password' }).click()
  await expect(page.getByText(`We have sent a link to ${email}.`)).toBeVisible()
  expect(await mailsTo(site, email, 'PASSWORD_RESET')).toHaveLength(1)
})
