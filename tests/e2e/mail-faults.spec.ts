/**
 * What the pages around mails say of each fault of the provider (spec section 8): a stand-in answers in the provider's
 * own words, as the emulator gives few of them. One page, and one row after the other.
 */
import { createAccount } from '../accounts'
import { expect, test } from '../fixtures'
import { anyFaults, expectEachFault, refused } from '../identity-faults'
import { linkIn, sendMail } from '../mails'

test.use({ expectedErrors: /Failed to load resource/ })

const typed = 'somebody.secret@example.com'

const asked = [
  ...anyFaults,
  refused('INVALID_EMAIL', 'invalid-email'),
  refused('QUOTA_EXCEEDED : Exceeded quota for this operation', 'quota-exceeded'),
  refused('INVALID_RECIPIENT_EMAIL', 'invalid-recipient-email'),
  refused('INVALID_SENDER', 'invalid-sender'),
  refused('INVALID_MESSAGE_PAYLOAD', 'invalid-message-payload'),
  refused('UNAUTHORIZED_DOMAIN', 'unauthorized-continue-uri'),
  refused('MISSING_CONTINUE_URI', 'missing-continue-uri'),
  refused('INVALID_RECAPTCHA_TOKEN', 'invalid-recaptcha-token'),
]

const requests = [
  { button: 'Forgot your password?', faults: asked },
  { button: 'Email me a sign-in link', faults: [...asked, refused('OPERATION_NOT_ALLOWED', 'link-off')] },
]

for (const { button, faults } of requests) {
  test(`'${button}': each fault has its words, and the address stays`, async ({ page, site }) => {
    const before = site.records().length
    await page.goto('/login')
    await page.getByRole('button', { name: button }).click()
    const email = page.getByRole('textbox', { name: 'Email' })
    await expectEachFault(page, {
      call: 'accounts:sendOobCode',
      faults,
      begin: () => email.fill(typed),
      button: page.getByRole('button', { name: 'Send a link' }),
      place: page.getByRole('main'),
      kept: () => expect(email).toHaveValue(typed),
    })
    expect(JSON.stringify(site.records().slice(before))).not.toMatch(/secret/)
  })
}

test('a new password: each fault has its words, and what was typed stays', async ({ page, site }) => {
  const { email } = await createAccount(site)
  await sendMail(site, { requestType: 'PASSWORD_RESET', email })
  await page.goto(await linkIn(site, email, 'PASSWORD_RESET'))
  await expect(page.getByText(email)).toBeVisible()
  const password = page.getByLabel('New password')
  await expectEachFault(page, {
    call: 'accounts:resetPassword',
    faults: [
      ...anyFaults,
      refused('USER_DISABLED', 'user-disabled'),
      refused('WEAK_PASSWORD : Password should be at least 6 characters', 'weak-password'),
      refused('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'password-does-not-meet-requirements'),
      refused('OPERATION_NOT_ALLOWED', 'operation-not-allowed'),
    ],
    begin: () => password.fill('quite another one'),
    button: page.getByRole('button', { name: 'Save the new password' }),
    place: page.getByRole('main'),
    kept: () => expect(password).toHaveValue('quite another one'),
  })
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByText('Your new password is saved.')).toBeVisible()
})

test('a confirmation: each fault has its words, and the link still works', async ({ page, site }) => {
  const { email, idToken } = await createAccount(site)
  await sendMail(site, { requestType: 'VERIFY_EMAIL', idToken })
  await page.goto(await linkIn(site, email, 'VERIFY_EMAIL'))
  const button = page.getByRole('button', { name: 'Confirm this address' })
  await expectEachFault(page, {
    call: 'accounts:update',
    faults: [...anyFaults, refused('USER_DISABLED', 'user-disabled')],
    button,
    place: page.getByRole('main'),
    kept: () => expect(button).toBeVisible(),
  })
  await button.click()
  await expect(page.getByText(`${email} is confirmed.`)).toBeVisible()
})

test('a sign-in by link: each fault has its words, and the address stays', async ({ page, site }) => {
  const { email } = await createAccount(site)
  await sendMail(site, { requestType: 'EMAIL_SIGNIN', email, continueUrl: `${site.url}/app` })
  await page.goto(await linkIn(site, email, 'EMAIL_SIGNIN'))
  const address = page.getByLabel('Email')
  await expectEachFault(page, {
    call: 'accounts:signInWithEmailLink',
    faults: [
      ...anyFaults,
      refused('INVALID_EMAIL', 'link-of-other-address'),
      refused('USER_DISABLED', 'user-disabled'),
      refused('OPERATION_NOT_ALLOWED', 'operation-not-allowed'),
      refused('ADMIN_ONLY_OPERATION', 'admin-restricted-operation'),
    ],
    begin: () => address.fill(email),
    button: page.getByRole('button', { name: 'Sign in' }),
    place: page.getByRole('main'),
    kept: () => expect(address).toHaveValue(email),
  })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/app')
})
