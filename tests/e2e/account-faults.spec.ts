/**
 * What the account page says of each fault of the provider (spec section 8): a stand-in answers in the provider's own
 * words, as the emulator gives few of them. One page, and one row after the other.
 */
import type { Page } from '@playwright/test'
import { accountOn, beginOnAccount, beginWithOldSignIn, openAccount } from '../support/account-page'
import { expect, test } from '../support/fixtures'
import { anyFaults, expectEachFault, type FaultyStep, refused } from '../support/identity-faults'
import { refuse, standIn } from '../support/provider'
import { loseUser, storedUsers } from '../support/visitor'

test.use({ expectedErrors: /Failed to load resource/, database: 'postgres' })

const user = [refused('QUOTA_EXCEEDED : Exceeded quota for this operation', 'quota-exceeded')]

const mail = [
  refused('INVALID_RECIPIENT_EMAIL', 'invalid-recipient-email'),
  refused('INVALID_SENDER', 'invalid-sender'),
  refused('INVALID_MESSAGE_PAYLOAD', 'invalid-message-payload'),
  refused('UNAUTHORIZED_DOMAIN', 'unauthorized-continue-uri'),
  refused('MISSING_CONTINUE_URI', 'missing-continue-uri'),
]

const ways = ['sign-in'] as const

const newPassword = 'a secret of mine'

/** The steps of the page: the call that each makes, where its words stand, and what was typed for it. */
const steps: Record<string, (page: Page) => FaultyStep> = {
  'name and picture': (page) => {
    const { name, saveProfile, about } = accountOn(page)
    return {
      call: 'accounts:update',
      faults: [...anyFaults, ...user],
      begin: () => name.fill('Somebody Secret'),
      button: saveProfile,
      messages: about.getByRole('alert'),
      ways,
      kept: () => expect(name).toHaveValue('Somebody Secret'),
    }
  },
  'a verification message': (page) => {
    const { verify, email } = accountOn(page)
    return {
      call: 'accounts:sendOobCode',
      faults: [...anyFaults, ...user, ...mail],
      button: verify,
      messages: email.getByRole('alert'),
      kept: () => expect(verify).toBeVisible(),
    }
  },
  'a new address': (page) => {
    const { newEmail, changeEmail, email } = accountOn(page)
    return {
      call: 'accounts:sendOobCode',
      faults: [
        ...anyFaults,
        ...user,
        ...mail,
        refused('INVALID_EMAIL', 'invalid-email'),
        refused('OPERATION_NOT_ALLOWED', 'operation-not-allowed'),
      ],
      begin: () => newEmail.fill('somebody.secret@example.com'),
      button: changeEmail,
      messages: email.getByRole('alert'),
      ways,
      kept: () => expect(newEmail).toHaveValue('somebody.secret@example.com'),
    }
  },
  'a new password': (page) => {
    const on = accountOn(page)
    return {
      call: 'accounts:update',
      faults: [
        ...anyFaults,
        ...user,
        refused('WEAK_PASSWORD : Password should be at least 6 characters', 'weak-password'),
        refused('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'password-does-not-meet-requirements'),
      ],
      begin: () => on.newPassword.fill(newPassword),
      button: on.changePassword,
      messages: on.password.getByRole('alert'),
      ways,
      kept: () => expect(on.newPassword).toHaveValue(newPassword),
    }
  },
}

for (const [name, step] of Object.entries(steps)) {
  test(`${name}: each fault has its words, what was typed stays, and nobody is signed out`, async ({
    page,
    site,
  }) => {
    const before = site.records().length
    await beginOnAccount(page, site)
    await expectEachFault(page, step(page))
    const session = await page.request.get('/api/session')
    expect(await session.json()).toMatchObject({ signedIn: true })
    expect(JSON.stringify(site.records().slice(before))).not.toMatch(/secret/i)
  })
}

test('a confirmation: each fault has its words, what was typed stays, and the step still waits', async ({
  page,
  site,
}) => {
  await beginWithOldSignIn(page, site)
  const on = accountOn(page)
  await on.newPassword.fill(newPassword)
  await on.changePassword.click()
  await expectEachFault(page, {
    call: 'accounts:signInWithPassword',
    faults: [
      ...anyFaults,
      refused('OPERATION_NOT_ALLOWED', 'operation-not-allowed'),
      refused('EMAIL_NOT_FOUND', 'user-mismatch'),
    ],
    begin: () => on.currentPassword.fill('the one of now'),
    button: on.confirm,
    messages: on.confirmation.getByRole('alert'),
    ways,
    kept: () => expect(on.currentPassword).toHaveValue('the one of now'),
  })
  await on.cancel.click()
  await expect(on.newPassword).toHaveValue(newPassword)
})

/** A verdict of the provider on the person (spec section 4): the answer to a step is as good as any other way to hear it. */
async function expectEnd(page: Page, { verdict, notice }: { verdict: string; notice: string }) {
  await expect(page, verdict).toHaveURL(`/login?next=%2Fapp%2Faccount&notice=${notice}`)
  await expect.poll(() => storedUsers(page)).toEqual([])
  expect(await (await page.request.get('/api/session')).json()).toEqual({ signedIn: false })
}

const verdicts = [
  ...Object.keys(steps).map((name) => ({ name, verdict: 'USER_DISABLED', notice: 'disabled' })),
  { name: 'name and picture', verdict: 'TOKEN_EXPIRED', notice: 'ended' },
]

for (const { name, ...end } of verdicts) {
  test(`${name}: ${end.verdict} as the answer ends the session at once`, async ({ page, site }) => {
    await beginOnAccount(page, site)
    const { call, begin, button } = (steps[name] as (page: Page) => FaultyStep)(page)
    await standIn(page, call, (route) => refuse(route, end.verdict))
    await begin?.()
    await button.click()
    await expectEnd(page, end)
  })
}

for (const { what, isLost } of [
  { what: 'by the user of this browser', isLost: false },
  { what: 'where the browser has lost the user', isLost: true },
]) {
  test(`a confirmation ${what}: USER_DISABLED as the answer ends the session at once`, async ({
    page,
    site,
  }) => {
    await beginWithOldSignIn(page, site)
    if (isLost) await loseUser(page)
    if (isLost) await openAccount(page)
    const on = accountOn(page)
    await on.newPassword.fill(newPassword)
    await on.changePassword.click()
    await standIn(page, 'accounts:signInWithPassword', (route) => refuse(route, 'USER_DISABLED'))
    await on.currentPassword.fill('the one of now')
    await on.confirm.click()
    await expectEnd(page, { verdict: 'USER_DISABLED', notice: 'disabled' })
  })
}
