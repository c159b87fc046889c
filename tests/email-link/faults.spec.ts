/**
 * What the pages around mails say of faults of the provider (S108–S142): a stand-in answers in the provider's own
 * words, as the emulator gives few of them. One page, and one row after the other; what each answer means is in
 * `email-link/links` and `identity/provider-answers`.
 */
import type { Route } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { expectAccessible } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { expectEachFault, refused } from '../support/identity-faults'
import { watchLog } from '../support/log-since'
import { latestLink, sendMail } from '../support/mails'
import { mockProvider, refuse } from '../support/provider'

test.use({ expectedErrors: /Failed to load resource/ })

const typed = 'somebody.secret@example.com'
const used = 'This link is incomplete or has already been used.'

test('a request for an email: each fault has its words, the address stays, no disabled account is told of', async ({
  page,
  site,
}) => {
  const log = watchLog(site)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByText('We’ll email you a link')).toBeVisible()
  await expectAccessible(page)
  const email = page.getByRole('textbox', { name: 'Email' })
  const send = page.getByRole('button', { name: 'Email me a link' })
  const messages = page.getByRole('main').getByRole('alert')
  const step = {
    call: 'accounts:sendOobCode',
    begin: () => email.fill(typed),
    button: send,
    messages,
    expectKept: () => expect(email).toHaveValue(typed),
  } as const
  await expectEachFault(page, {
    ...step,
    faults: [refused('INTERNAL_ERROR', 'internal-error'), refused('INVALID_EMAIL', 'invalid-email')],
  })
  await expectAccessible(page)
  const stop = await mockProvider(page, 'accounts:sendOobCode', (route) => refuse(route, 'USER_DISABLED'))
  await send.click()
  const done = 'If there’s an account with this address, we’ve sent it a link'
  await expect(page.getByRole('status').filter({ hasText: done })).toBeVisible()
  await expect(messages).toBeEmpty()
  await expectAccessible(page)
  await stop()

  await test.step('for a sign-in link', async () => {
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    // Only then is another message sent.
    await page.clock.fastForward(61_000)
    await page.getByRole('link', { name: 'Email me a sign-in link' }).click()
    await expectEachFault(page, { ...step, faults: [refused('OPERATION_NOT_ALLOWED', 'link-off')] })
    await mockProvider(page, 'accounts:sendOobCode', (route) => refuse(route, 'USER_DISABLED'))
    await send.click()
    await expect(page.getByRole('status').filter({ hasText: 'We’ve sent you a sign-in link.' })).toBeVisible()
    await expect(messages).toBeEmpty()
  })
  expect(log.text()).not.toMatch(/secret/)
})

test('reading a link: each fault has its words, axe finds none, and the next try goes on', async ({
  page,
  site,
}) => {
  const { email, idToken } = await createAccount(site)
  await sendMail(site, { requestType: 'VERIFY_EMAIL', idToken })
  const link = await latestLink(site, email, 'VERIFY_EMAIL')
  const log = watchLog(site)
  const answerAgain = await mockProvider(page, 'accounts:resetPassword', (route) => route.abort())
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
  // What only an operator can mend is in the log.
  await expect
    .poll(log.errors)
    .toEqual(['internal-error', 'operation-not-allowed'].map((name) => `identity: ${name}`))

  await test.step('the next try keeps the focus, and a second press does nothing', async () => {
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
    await expect(page.getByText(email)).toBeVisible()
    await expect(again).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Verify your email address' })).toBeFocused()
    await stop()
  })

  await test.step('nor is its use stopped by a fault, also where nobody is signed in', async () => {
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

  await test.step('a link that has done so already worries nobody', async () => {
    await page.goto(link)
    await expect(page.getByText(used)).toBeVisible()
    await expect(
      page.getByText('your email address is verified and there’s nothing left to do'),
    ).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  })
})

test('a new password: each fault has its words, and it is saved even if the sign-in with it fails', async ({
  page,
  site,
}) => {
  const { email } = await createAccount(site)
  await sendMail(site, { requestType: 'PASSWORD_RESET', email })
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
  // Saved, but the sign-in with it fails: the usual form is left.
  await page.route('**/v1/accounts:signInWithPassword*', (route) => route.abort())
  await save.click()
  await expect(page.getByText('Your new password has been saved.')).toBeFocused()
  await expect(page.getByRole('alert').filter({ hasText: 'We couldn’t reach' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    /\/login/,
  )
  await expectAccessible(page)
})
