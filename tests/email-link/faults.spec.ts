/**
 * The messages for errors of the provider on the pages about emails (S108–S142), which the emulator rarely returns, so they
 * are mocked. What each means is in `email-link/links` and `identity/provider-answers`.
 */
import type { Route } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { expectAccessible } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { expectEachFault, refused } from '../support/identity-faults'
import { watchLog } from '../support/log'
import { canSignIn, createProvedAccount, latestLink, sendMail } from '../support/mails'
import { changeConfig, exampleOperator } from '../support/operator'
import { removeRoute } from '../support/pages'
import { mockProvider, refuse } from '../support/provider'

test.use({ expectedErrors: /Failed to load resource/ })

const typed = 'somebody.secret@example.com'

test('a request for an email: each error has its message, and the address stays', async ({ page, site }) => {
  const log = watchLog(site)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByText('We’ll email you a link')).toBeVisible()
  await expectAccessible(page)
  const email = page.getByRole('textbox', { name: 'Email' })
  await expectEachFault(page, {
    call: 'accounts:sendOobCode',
    faults: [refused('INTERNAL_ERROR', 'internal-error'), refused('INVALID_EMAIL', 'invalid-email')],
    start: () => email.fill(typed),
    button: page.getByRole('button', { name: 'Email me a link' }),
    messages: page.getByRole('main').getByRole('alert'),
    expectKept: () => expect(email).toHaveValue(typed),
  })
  await expectAccessible(page)
  expect(log.text()).not.toMatch(/secret/)
})

test('reading a link: each error has its message, and the next attempt continues', async ({ page, site }) => {
  const { email, idToken } = await createAccount(site)
  await sendMail(site, { requestType: 'VERIFY_EMAIL', idToken })
  const link = await latestLink(site, email, 'VERIFY_EMAIL')
  const log = watchLog(site)
  const answerAgain = await mockProvider(page, 'accounts:resetPassword', (route) => route.abort())
  await changeConfig(page, { operator: exampleOperator })
  await page.goto(link)
  const again = page.getByRole('button', { name: 'Try again' })
  const verify = page.getByRole('button', { name: 'Verify email address' })
  await expect(again).toBeVisible()
  await expect(page.getByText(email)).toHaveCount(0)
  await expectAccessible(page)
  await answerAgain()
  await expectEachFault(page, {
    call: 'accounts:resetPassword',
    faults: [
      refused('INTERNAL_ERROR', 'internal-error'),
      refused('USER_DISABLED', 'user-disabled'),
      refused('OPERATION_NOT_ALLOWED', 'operation-not-allowed'),
    ],
    button: again,
    messages: page.getByRole('main').getByRole('status'),
    nextSteps: null,
    expectKept: () => expect(verify).toHaveCount(0),
  })
  await expect(
    page.getByRole('main').getByRole('status').getByRole('link', { name: 'Contact us' }),
  ).toBeVisible()
  // Errors that only the operator can fix are in the log.
  await expect
    .poll(log.errors)
    .toEqual(['internal-error', 'operation-not-allowed'].map((name) => `identity: ${name}`))

  await test.step('a retry keeps the focus, and a second press does nothing', async () => {
    const held: Route[] = []
    const stop = await mockProvider(page, 'accounts:resetPassword', (route) => void held.push(route))
    await again.focus()
    await again.press('Enter')
    await expect.poll(() => held.length).toBe(1)
    await expect(again).toBeFocused()
    await expect(again).toHaveAttribute('aria-disabled', 'true')
    await again.press('Enter')
    expect(held).toHaveLength(1)
    await held[0]?.continue()
    await expect(page.getByText(`Please verify ${email}.`)).toBeVisible()
    await expect(again).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Verify your email address' })).toBeFocused()
    await stop()
  })

  await test.step('there is advice for users who did not create the account', async () => {
    const advice = page.getByText('Didn’t create this account? Don’t verify it.')
    const link = advice.getByRole('link', { name: 'Get a sign-in link' })
    await expect(link).toHaveAttribute('href', '/login?mode=link&next=%2Fapp')
  })

  await test.step('an error does not consume the link, also without a session', async () => {
    const stop = await mockProvider(page, 'accounts:update', (route) => refuse(route, 'USER_DISABLED'))
    await verify.click()
    const message = page.getByRole('main').getByRole('alert')
    await expect(message.getByRole('link', { name: 'Contact us' })).toBeVisible()
    await stop()
    await verify.click()
    await expect(page.getByText(`${email} is verified.`)).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/login?next=%2Fapp',
    )
  })
})

test('a new password: each error has its message, and it is saved even if the sign-in with it fails', async ({
  page,
  site,
}) => {
  // Of others the proof alone opens the account.
  const { email } = await createProvedAccount(site)
  await sendMail(site, { requestType: 'PASSWORD_RESET', email })
  await changeConfig(page, { operator: exampleOperator })
  await page.goto(await latestLink(site, email, 'PASSWORD_RESET'))
  await expect(page.getByText(email)).toBeVisible()
  await expectAccessible(page)
  const password = page.getByLabel('New password')
  const save = page.getByRole('button', { name: 'Save new password' })
  await expectEachFault(page, {
    call: 'accounts:resetPassword',
    faults: [
      refused('USER_DISABLED', 'user-disabled'),
      refused('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'password-does-not-meet-requirements'),
    ],
    start: () => password.fill('quite another one'),
    button: save,
    messages: page.getByRole('main').getByRole('alert'),
    expectKept: () => expect(password).toHaveValue('quite another one'),
  })
  // It's saved, but the sign-in with it fails, which leaves the sign-in form.
  await page.route('**/v1/accounts:signInWithPassword*', (route) => route.abort())
  await save.click()
  await expect(page.getByText('Your password is changed.')).toBeFocused()
  await expect(page.getByRole('alert').filter({ hasText: 'We couldn’t reach' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    /\/login/,
  )
  await expectAccessible(page)
})

test('a password link says that the provider does not respond, and works once it does', async ({
  page,
  site,
}) => {
  const { email } = await createAccount(site)
  await sendMail(site, { requestType: 'PASSWORD_RESET', email })
  const link = await latestLink(site, email, 'PASSWORD_RESET')
  await page.route('**/v1/accounts:resetPassword*', (route) => route.abort())
  await page.goto(link)
  await expect(page.getByText('We couldn’t reach the sign-in service.')).toBeVisible()
  await page.getByLabel('New password').fill('typed before')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'We couldn’t reach the sign-in service.' }),
  ).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveValue('typed before')
  await removeRoute(page, '**/v1/accounts:resetPassword*')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  expect(await canSignIn(site, email, 'typed before')).toBe(true)
})
