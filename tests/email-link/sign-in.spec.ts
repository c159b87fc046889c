import { providers } from '@/lib/identity/providers'
import { expect, newCredentials, test } from '../support/fixtures'
import { expectEachFault, refused } from '../support/identity-faults'
import { latestLink, requestLink } from '../support/mails'
import { changeConfig, exampleOperator } from '../support/operator'
import { claimsOf, expectSignedInAs, signInNewAccount, waitForSignInForm } from '../support/visitor'

test('a sign-in link signs in with one press where it was requested, also without an account', async ({
  page,
  site,
}) => {
  const { email } = newCredentials()
  await page.goto('/login?next=%2Fdebug-config')
  await waitForSignInForm(page)
  await page.getByLabel('Email').focus()
  await page.keyboard.type(email)
  const byLink = page.getByRole('link', { name: 'Email me a sign-in link' })
  for (let press = 0; press < 6 + providers.length; press++) await page.keyboard.press('Tab')
  await expect(byLink).toBeFocused()
  await expect(byLink).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('We’ve sent you a sign-in link.')).toBeVisible()
  await page.goto(await latestLink(site, email, 'EMAIL_SIGNIN'))
  await waitForSignInForm(page)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Email').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/debug-config')
  expect(await claimsOf(page)).toMatchObject({ email, email_verified: true })
  expect(await page.evaluate(() => localStorage.getItem('foyer-sign-in-email'))).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('foyer-last-used'))).toBe('link')
})

test.describe('a sign-in link in a browser that did not request it', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('asks for the address, accepts no other, has a message for errors, and signs in', async ({
    page,
    site,
  }) => {
    await signInNewAccount(page, site)
    const { email } = newCredentials()
    await requestLink(site, email)
    await changeConfig(page, { operator: exampleOperator })
    await page.goto(await latestLink(site, email, 'EMAIL_SIGNIN'))
    const address = page.getByLabel('Email')
    const signIn = page.getByRole('button', { name: 'Sign in', exact: true })
    await expect(address).toHaveValue('')
    await expect(address).toHaveAttribute('autocomplete', 'username')
    await address.fill('somebody.else@example.com')
    await signIn.click()
    await expect(page.getByText('This link was sent to a different address.')).toBeVisible()
    await expect(address).toHaveValue('somebody.else@example.com')
    await expectEachFault(page, {
      call: 'accounts:signInWithEmailLink',
      faults: [refused('OPERATION_NOT_ALLOWED', 'link-off')],
      start: () => address.fill(email),
      button: signIn,
      messages: page.getByRole('main').getByRole('alert'),
      expectKept: () => expect(address).toHaveValue(email),
    })
    await signIn.click()
    await expect(page).toHaveURL('/app')
    await expectSignedInAs(page, email)
  })
})
