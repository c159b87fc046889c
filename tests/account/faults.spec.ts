/**
 * What the account page says for each error of the provider (S108–S142). A stand-in sends the provider's messages, as the
 * emulator knows few of them.
 */
import type { Page } from '@playwright/test'
import { accountOn, openAccount, startOnAccount, startWithOldSignIn } from '../support/account-page'
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { commonFaults, expectEachFault, type FaultyStep, refused } from '../support/identity-faults'
import { watchLog } from '../support/log-since'
import { mockProvider, refuse } from '../support/provider'
import { storedUsers } from '../support/sdk-user'
import { ageSignIn, createSession, sessionOf } from '../support/visitor'

test.use({ expectedErrors: /Failed to load resource/, database: 'postgres' })

const nextSteps = ['sign-in'] as const

const newPassword = 'a secret of mine'

/**
 * The steps of the page: the call each makes, where its message appears, and what was typed. A message stays, so two in
 * one place must not end and start with the same words.
 */
const steps: Record<string, (page: Page) => FaultyStep> = {
  // The common ones are shown alike by all steps.
  'a name': (page) => {
    const { name, saveName, about } = accountOn(page)
    return {
      call: 'accounts:update',
      faults: [
        ...commonFaults,
        refused('QUOTA_EXCEEDED : Exceeded quota for this operation', 'quota-exceeded'),
      ],
      start: () => name.fill('Somebody Secret'),
      button: saveName,
      messages: about.getByRole('alert'),
      nextSteps,
      expectKept: () => expect(name).toHaveValue('Somebody Secret'),
    }
  },
  'a new address': (page) => {
    const { newEmail, changeEmail, email } = accountOn(page)
    return {
      call: 'accounts:sendOobCode',
      faults: [
        refused('INVALID_RECIPIENT_EMAIL', 'invalid-recipient-email'),
        refused('INVALID_EMAIL', 'invalid-email'),
        refused('OPERATION_NOT_ALLOWED', 'operation-not-allowed'),
      ],
      start: () => newEmail.fill('somebody.secret@example.com'),
      button: changeEmail,
      messages: email.getByRole('alert'),
      nextSteps,
      expectKept: () => expect(newEmail).toHaveValue('somebody.secret@example.com'),
    }
  },
  'a verification message': (page) => {
    const { verify, email } = accountOn(page)
    return {
      call: 'accounts:sendOobCode',
      faults: [refused('INVALID_SENDER', 'invalid-sender')],
      button: verify,
      messages: email.getByRole('alert'),
      expectKept: () => expect(verify).toBeVisible(),
    }
  },
  'a new password': (page) => {
    const on = accountOn(page)
    return {
      call: 'accounts:update',
      faults: [
        refused('WEAK_PASSWORD : Password should be at least 6 characters', 'weak-password'),
        refused('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'password-does-not-meet-requirements'),
      ],
      start: () => on.newPassword.fill(newPassword),
      button: on.changePassword,
      messages: on.password.getByRole('alert'),
      nextSteps,
      expectKept: () => expect(on.newPassword).toHaveValue(newPassword),
    }
  },
}

/** What the provider may say about the user (S60), in response to any step. */
const verdicts = { USER_DISABLED: 'disabled', TOKEN_EXPIRED: 'ended' } as const
type Verdict = keyof typeof verdicts

async function expectEnd(page: Page, verdict: Verdict) {
  await expect(page, verdict).toHaveURL(`/login?next=%2Fapp%2Faccount&notice=${verdicts[verdict]}`)
  await expect.poll(() => storedUsers(page)).toEqual([])
  expect(await sessionOf(page)).toEqual({ signedIn: false })
}

test('each fault of a step has its words, what was typed stays, and only TOKEN_EXPIRED ends the session', async ({
  page,
  site,
}) => {
  const log = watchLog(site)
  await startOnAccount(page, site)
  for (const [name, stepOn] of Object.entries(steps))
    await test.step(name, () => expectEachFault(page, stepOn(page)))
  expect(await sessionOf(page)).toMatchObject({ signedIn: true })
  await mockProvider(page, 'accounts:sendOobCode', (route) => refuse(route, 'TOKEN_EXPIRED'))
  await accountOn(page).verify.click()
  await expectEnd(page, 'TOKEN_EXPIRED')
  expect(log.text()).not.toMatch(/secret/i)
})

async function beginConfirmation(page: Page) {
  const on = accountOn(page)
  await on.newPassword.fill(newPassword)
  await on.changePassword.click()
  await on.currentPassword.fill('the one of now')
  return on
}

test('a confirmation that fails has its words and loses nothing; USER_DISABLED ends the session', async ({
  page,
  site,
}) => {
  await startWithOldSignIn(page, site)
  const on = await beginConfirmation(page)
  await expectEachFault(page, {
    call: 'accounts:signInWithPassword',
    faults: [
      ...commonFaults,
      refused('OPERATION_NOT_ALLOWED', 'operation-not-allowed'),
      refused('EMAIL_NOT_FOUND', 'user-mismatch'),
    ],
    button: on.confirm,
    messages: on.confirmation.getByRole('alert'),
    nextSteps,
    expectKept: () => expect(on.currentPassword).toHaveValue('the one of now'),
  })
  await on.cancel.click()
  await expect(on.newPassword).toHaveValue(newPassword)
  await mockProvider(page, 'accounts:signInWithPassword', (route) => refuse(route, 'USER_DISABLED'))
  await beginConfirmation(page)
  await on.confirm.click()
  await expectEnd(page, 'USER_DISABLED')

  await test.step('also where the browser has lost the user', async () => {
    const other = await createAccount(site)
    // The sign-in form would redirect by itself.
    await page.goto('about:blank')
    await createSession(page, site, other)
    await ageSignIn(page, site, other)
    await openAccount(page)
    await beginConfirmation(page)
    await on.confirm.click()
    await expectEnd(page, 'USER_DISABLED')
  })
})
