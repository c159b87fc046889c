/**
 * What the pages around mails say of each fault of the provider (spec section 8): a stand-in answers in the provider's
 * own words, as the emulator gives few of them. One page, and one row after the other.
 */
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import { createAccount } from '../support/accounts'
import { expect, newCredentials, test } from '../support/fixtures'
import { anyFaults, expectEachFault, refused } from '../support/identity-faults'
import { watchLog } from '../support/log-since'
import { changeAddress, linkIn, sendMail } from '../support/mails'
import { refuse, standIn } from '../support/provider'

test.use({ expectedErrors: /Failed to load resource/ })

const typed = 'somebody.secret@example.com'

const asked = [
  ...anyFaults,
  refused('INVALID_EMAIL', 'invalid-email'),
  refused('QUOTA_EXCEEDED : Exceeded quota for this operation', 'quota-exceeded'),
  refused('INVALID_RECIPIENT_EMAIL', 'invalid-recipient-email'),
]

const requests = [
  {
    button: 'Forgot your password?',
    faults: asked,
    done: 'If there’s an account with this address, we’ve sent it a link',
  },
  {
    button: 'Email me a sign-in link',
    faults: [...asked, refused('OPERATION_NOT_ALLOWED', 'link-off')],
    done: 'We’ve sent you a sign-in link.',
  },
]

for (const { button, faults, done } of requests) {
  test(`'${button}': each fault has its words, the address stays, and an account that is switched off is not told of`, async ({
    page,
    site,
  }) => {
    const log = watchLog(site)
    await page.goto('/login')
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByText('We’ll email you a link')).toBeVisible()
    const email = page.getByRole('textbox', { name: 'Email' })
    await expectEachFault(page, {
      call: 'accounts:sendOobCode',
      faults,
      begin: () => email.fill(typed),
      button: page.getByRole('button', { name: 'Email me a link' }),
      messages: page.getByRole('main').getByRole('alert'),
      kept: () => expect(email).toHaveValue(typed),
    })
    await standIn(page, 'accounts:sendOobCode', (route) => refuse(route, 'USER_DISABLED'))
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await expect(page.getByRole('status').filter({ hasText: done })).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toBeEmpty()
    expect(log.text()).not.toMatch(/secret/)
  })
}

test('reading a link: each fault has its words, and the next try goes on, as that to use it', async ({
  page,
  site,
}) => {
  const { email, idToken } = await createAccount(site)
  await sendMail(site, { requestType: 'VERIFY_EMAIL', idToken })
  const log = watchLog(site)
  const answerAgain = await standIn(page, 'accounts:resetPassword', (route) => route.abort())
  await page.goto(await linkIn(site, email, 'VERIFY_EMAIL'))
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await answerAgain()
  await expectEachFault(page, {
    call: 'accounts:resetPassword',
    faults: [
      ...anyFaults,
      refused('USER_DISABLED', 'user-disabled'),
      refused('OPERATION_NOT_ALLOWED', 'operation-not-allowed'),
    ],
    button: again,
    messages: page.getByRole('main').getByRole('status'),
    ways: null,
    kept: () => expect(page.getByRole('button', { name: 'Verify email address' })).toBeEnabled(),
  })
  await expect(
    page.getByRole('main').getByRole('status').getByRole('link', { name: 'Contact us' }),
  ).toBeVisible()
  // What only an operator can mend is in the log.
  await expect
    .poll(log.errors)
    .toEqual(['internal-error', 'operation-not-allowed'].map((name) => `identity: ${name}`))
  await again.click()
  await expect(page.getByText(email)).toBeVisible()
  await test.step('nor is its use stopped by a fault', async () => {
    const stop = await standIn(page, 'accounts:update', (route) => refuse(route, 'USER_DISABLED'))
    await page.getByRole('button', { name: 'Verify email address' }).click()
    const message = page.getByRole('main').getByRole('alert')
    await expect(message.getByRole('link', { name: 'Contact us' })).toBeVisible()
    await stop()
    await page.getByRole('button', { name: 'Verify email address' }).click()
    await expect(page.getByText('is verified.')).toBeVisible()
  })
})

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
    button: page.getByRole('button', { name: 'Save new password' }),
    messages: page.getByRole('main').getByRole('alert'),
    kept: () => expect(password).toHaveValue('quite another one'),
  })
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page).toHaveURL('/app')
})

const taken = (code: IdentityErrorCode) => refused('EMAIL_EXISTS', code)

const confirmations = [
  {
    type: 'RECOVER_EMAIL',
    press: 'Restore my email address',
    more: [taken('link-old-address-taken')],
    done: 'is your email address again.',
  },
  {
    type: 'VERIFY_AND_CHANGE_EMAIL',
    press: 'Use new email address',
    more: [taken('link-new-address-taken')],
    done: 'is now your email address.',
  },
] as const

for (const { type, press, more, done } of confirmations) {
  test(`a ${type} link: each fault has its words, and the link still works`, async ({ page, site }) => {
    const { email, idToken } = await createAccount(site)
    const { email: newEmail } = newCredentials()
    if (type === 'RECOVER_EMAIL') await changeAddress(site, idToken, newEmail)
    else await sendMail(site, { requestType: type, idToken, newEmail })
    await page.goto(await linkIn(site, email, type))
    const button = page.getByRole('button', { name: press })
    const messages = page.getByRole('main').getByRole('alert')
    await expectEachFault(page, {
      call: 'accounts:update',
      faults: [...anyFaults, refused('USER_DISABLED', 'user-disabled'), ...more],
      button,
      messages,
      kept: () => expect(button).toBeVisible(),
    })
    // The last of them is for us to mend: the way is to write, and not to sign in to whoever has the address.
    await expect(messages.getByRole('link')).toHaveText(['Contact us'])
    await button.click()
    await expect(page.getByText(done)).toBeVisible()
  })
}

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
      refused('OPERATION_NOT_ALLOWED', 'link-off'),
      refused('ADMIN_ONLY_OPERATION', 'admin-restricted-operation'),
    ],
    begin: () => address.fill(email),
    button: page.getByRole('button', { name: 'Sign in' }),
    messages: page.getByRole('main').getByRole('alert'),
    kept: () => expect(address).toHaveValue(email),
  })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/app')
})
