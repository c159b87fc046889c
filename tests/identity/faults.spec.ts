/**
 * What the form says of each fault of the provider (S108–S142). The emulator gives few of them, so a stand-in
 * answers, in the provider's own words: one page, and one row after the other. What the SDK makes of its other words is in
 * `identity/provider-answers`.
 */
import type { Page } from '@playwright/test'
import { describeIdentityError } from '@/lib/identity/error'
import {
  type ForeignCode,
  type IdentityErrorCode,
  identityFailure,
  isAboutInput,
  type NextStep,
} from '@/lib/identity/error-words'
import { unsignedToken } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { commonFaults, expectNextStep, type Fault, refused } from '../support/identity-faults'
import { watchLog } from '../support/log-since'
import { stopClock } from '../support/page-clock'
import { fulfillJson, mockProvider, type ProviderCall, refuse } from '../support/provider'
import type { Site } from '../support/site'

test.use({ expectedErrors: /Failed to load resource/ })

const typed = { email: 'somebody.secret@example.com', password: 'my own secret' }

type Mode = 'Sign in' | 'Create account'

/** The ways on that each form has beside that to the contact page. */
const ways: Record<Mode, readonly NextStep[]> = {
  'Sign in': ['reset-password', 'forgot-password'],
  'Create account': ['sign-in'],
}

const calls: Record<Mode, ProviderCall> = {
  'Sign in': 'accounts:signInWithPassword',
  'Create account': 'accounts:signUp',
}

const ofSignIn: Fault[] = [
  ...commonFaults,
  refused('INVALID_EMAIL', 'invalid-email'),
  refused('OPERATION_NOT_ALLOWED : The identity provider is disabled', 'operation-not-allowed'),
  refused(`BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP 403 for ${typed.email}`, 'internal-error'),
  {
    ...refused('API key not valid. Please pass a valid API key.', 'api-key-not-valid.' as ForeignCode),
    name: 'api-key-not-valid',
  },
  { ...refused(`NOBODY_KNOWS_THIS_OF_${typed.email}`, 'nobody-knows-this' as ForeignCode), name: 'unknown' },
  refused('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'password-outdated'),
  refused('INVALID_LOGIN_CREDENTIALS', 'invalid-credential'),
  refused('EMAIL_NOT_FOUND', 'user-not-found'),
  refused('USER_DISABLED', 'user-disabled'),
]

/** The form is the same: what is of its own, and one of each kind. */
const ofCreate: Fault[] = [
  { what: '500', code: 'internal-error', answer: (route) => refuse(route, 'INTERNAL_ERROR', 500) },
  refused('OPERATION_NOT_ALLOWED', 'operation-not-allowed'),
  refused('ADMIN_ONLY_OPERATION', 'admin-restricted-operation'),
  refused('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'password-does-not-meet-requirements'),
  refused('WEAK_PASSWORD : Password should be at least 6 characters', 'weak-password'),
  refused('EMAIL_EXISTS', 'email-already-in-use'),
]

async function openForm(page: Page, mode: Mode) {
  await page.clock.install()
  await page.goto('/login')
  if (mode === 'Create account') await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Email').fill(typed.email)
  await page.getByLabel('Password').fill(typed.password)
}

/** The words are there, nothing of what was typed is gone, and the button can be pressed again. */
async function expectWords(page: Page, mode: Mode, code: IdentityErrorCode) {
  const words = describeIdentityError({ code })
  const message = page.getByRole('alert').filter({ hasText: words })
  await expect(message).toBeVisible()
  await expectNextStep(message, code, ways[mode])
  await expect(page.getByRole('button', { name: mode, exact: true })).toHaveAttribute(
    'aria-disabled',
    'false',
  )
  await expect(page.getByLabel('Email')).toHaveValue(typed.email)
  await expect(page.getByLabel('Password')).toHaveValue(typed.password)
  const wrong = (['email', 'password'] as const).filter((input) => isAboutInput(code, input))
  await expect(page.locator('form [aria-invalid=true]')).toHaveCount(wrong.length)
  expect(await page.getByRole('alert').first().textContent()).not.toMatch(/auth\/|firebase/i)
}

const press = (page: Page, mode: Mode) => page.getByRole('button', { name: mode, exact: true }).click()

/** Has the provider answer with one fault after the other, and looks for what of them is in the log. */
async function expectFaults(page: Page, site: Site, mode: Mode, faults: readonly Fault[]) {
  const log = watchLog(site)
  let now: Fault | undefined
  const stop = await mockProvider(page, calls[mode], (route) => now?.answer(route))
  for (const fault of faults) {
    await test.step(fault.what, async () => {
      now = fault
      await press(page, mode)
      await expectWords(page, mode, fault.code)
    })
  }
  await stop()
  // All errors of one page come through; only their number has an end.
  const names = faults
    .filter(({ code }) => identityFailure(code).level === 'error')
    .map(({ code, name = code }) => name)
  const expected = [...new Set(names)].map((name) => `identity: ${name}`)
  expect(expected.length).toBeGreaterThan(1)
  await expect.poll(log.errors).toEqual(expected)
  expect(log.text()).not.toMatch(/secret/)
}

async function expectGivenUp(page: Page, mode: Mode) {
  await stopClock(page)
  const stop = await mockProvider(page, calls[mode], () => undefined)
  const silent = page.waitForRequest((request) => request.url().includes(calls[mode]))
  await press(page, mode)
  await silent
  const busy = page
    .locator('form')
    .getByRole('button', { name: /ing .*…/ })
    .or(page.getByText('Signing in…'))
  await expect(busy.first()).toHaveAttribute('aria-disabled', 'true')
  await page.clock.fastForward(29_900)
  await expect(busy.first()).toHaveAttribute('aria-disabled', 'true')
  await page.clock.fastForward(100)
  await expectWords(page, mode, 'network-request-failed')
  await page.clock.resume()
  await stop()
}

test('signing in: each fault has its words, what was typed stays, and silence is given up after 30 s', async ({
  page,
  site,
}) => {
  await openForm(page, 'Sign in')
  await expectFaults(page, site, 'Sign in', ofSignIn)

  await test.step('what is wrong with the user whom a sign-in brings has words, too', async () => {
    const now = Math.floor(Date.now() / 1000)
    const idToken = unsignedToken({ sub: 'x', iat: now, exp: now + 3600, auth_time: now })
    const stop = await mockProvider(page, 'accounts:signInWithPassword', (route) =>
      fulfillJson(route, { idToken, refreshToken: 'x', expiresIn: '3600', localId: 'x', registered: true }),
    )
    let message = ''
    await mockProvider(page, 'accounts:lookup', (route) => refuse(route, message))
    for (const [answer, code] of [
      ['INVALID_ID_TOKEN', 'invalid-user-token'],
      ['TOKEN_EXPIRED', 'user-token-expired'],
      ['USER_NOT_FOUND', 'user-token-expired'],
      ['USER_DISABLED', 'user-disabled'],
    ] as const) {
      message = answer
      await press(page, 'Sign in')
      await expectWords(page, 'Sign in', code)
    }
    await stop()
  })

  await expectGivenUp(page, 'Sign in')

  await test.step('where only the people behind the site can help, the way to them is there', async () => {
    await mockProvider(page, 'accounts:signInWithPassword', (route) => refuse(route, 'USER_DISABLED'))
    await press(page, 'Sign in')
    await page.getByRole('link', { name: 'Contact us' }).click()
    await expect(page).toHaveURL('/contact')
  })
})

test('creating an account: the same, and whoever has one is led to signing in with the address kept', async ({
  page,
  site,
}) => {
  await openForm(page, 'Create account')
  await expectFaults(page, site, 'Create account', ofCreate)
  await page.getByRole('alert').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(typed.email)
  await expect(page.getByText('An account with this email already exists')).toBeHidden()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Password').fill(typed.password)
  await expectGivenUp(page, 'Create account')
})
