/**
 * Where the account page says what the provider refused, and what stays. A stand-in sends the provider's messages, as the
 * emulator knows few of them. The words of each code: `identity/specified-words`; silence and outages: `identity/faults`.
 */
import type { Page } from '@playwright/test'
import { describeIdentityError, type IdentityErrorCode } from '@/lib/identity/error-words'

import { accountOn, openAccount, startOnAccount, startWithOldSignIn } from '../support/account-page'
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { watchLog } from '../support/log'
import { mockProvider, type ProviderCall, refuse } from '../support/provider'
import { storedUsers } from '../support/sdk-user'
import { ageSignIn, createSession, sessionOf } from '../support/visitor'

test.use({ expectedErrors: /Failed to load resource/, database: 'postgres' })

type On = ReturnType<typeof accountOn>

/** For each step: the call it makes, a refusal and its code, the field, its button, and where the message appears. */
const steps: [ProviderCall, string, IdentityErrorCode, field: keyof On, button: keyof On, place: keyof On][] =
  [
    ['accounts:update', 'QUOTA_EXCEEDED : Exceeded', 'quota-exceeded', 'name', 'saveName', 'about'],
    ['accounts:sendOobCode', 'INVALID_EMAIL', 'invalid-email', 'newEmail', 'changeEmail', 'email'],
    [
      'accounts:update',
      'WEAK_PASSWORD : Short',
      'weak-password',
      'newPassword',
      'changePassword',
      'password',
    ],
  ]

/** What the provider may say about the user (S60), in response to any step. */
async function expectEnd(page: Page, notice: 'disabled' | 'ended') {
  await expect(page).toHaveURL(`/login?next=%2Fapp%2Faccount&notice=${notice}`)
  await expect.poll(() => storedUsers(page)).toEqual([])
  expect(await sessionOf(page)).toEqual({ signedIn: false })
}

test('a refusal of a step is told beside it, what was typed stays, and only TOKEN_EXPIRED ends the session', async ({
  page,
  site,
}) => {
  const log = watchLog(site)
  await startOnAccount(page, site)
  const on = accountOn(page)
  for (const [call, message, code, field, button, place] of steps)
    await test.step(message, async () => {
      const stop = await mockProvider(page, call, (route) => refuse(route, message))
      await on[field].fill('somebody.secret@example.com')
      await on[button].click()
      const told = on[place].getByRole('alert').filter({ hasText: describeIdentityError({ code }) })
      await expect(told).toBeVisible()
      await expect(on[field]).toHaveValue('somebody.secret@example.com')
      await stop()
    })
  expect(await sessionOf(page)).toMatchObject({ signedIn: true })
  await mockProvider(page, 'accounts:sendOobCode', (route) => refuse(route, 'TOKEN_EXPIRED'))
  await on.verify.click()
  await expectEnd(page, 'ended')
  expect(log.text()).not.toMatch(/secret/i)
})

async function beginConfirmation(page: Page) {
  const on = accountOn(page)
  await on.newPassword.fill('a secret of mine')
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
  const stop = await mockProvider(page, 'accounts:signInWithPassword', (route) =>
    refuse(route, 'EMAIL_NOT_FOUND'),
  )
  await on.confirm.click()
  await expect(on.dialogProblem).toHaveText(describeIdentityError({ code: 'user-mismatch' }))
  await expect(on.currentPassword).toHaveValue('the one of now')
  await stop()
  await on.cancel.click()
  await expect(on.newPassword).toHaveValue('a secret of mine')
  await mockProvider(page, 'accounts:signInWithPassword', (route) => refuse(route, 'USER_DISABLED'))
  await beginConfirmation(page)
  await on.confirm.click()
  await expectEnd(page, 'disabled')

  await test.step('also where the browser has lost the user', async () => {
    const other = await createAccount(site)
    // The sign-in form would redirect by itself.
    await page.goto('about:blank')
    await createSession(page, site, other)
    await ageSignIn(page, site, other)
    await openAccount(page)
    await beginConfirmation(page)
    await on.confirm.click()
    await expectEnd(page, 'disabled')
  })
})
