/**
 * The form's messages for errors of the provider (S108–S142), which the emulator rarely returns, so they are mocked. What the
 * SDK makes of them is in `identity/provider-answers`.
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
import { expect, test } from '../support/fixtures'
import { commonFaults, expectNextStep, type Fault, refused } from '../support/identity-faults'
import { watchLog } from '../support/log-since'
import { stopClock } from '../support/page-clock'
import { mockProvider, type ProviderCall, refuse } from '../support/provider'
import type { Site } from '../support/site'

test.use({ expectedErrors: /Failed to load resource/ })

const typed = { email: 'somebody.secret@example.com', password: 'my own secret' }

type Mode = 'Sign in' | 'Create account'

/** The next steps each form offers beside the contact page. */
const nextSteps: Record<Mode, readonly NextStep[]> = {
  'Sign in': ['reset-password', 'forgot-password'],
  'Create account': ['sign-in'],
}

const calls: Record<Mode, ProviderCall> = {
  'Sign in': 'accounts:signInWithPassword',
  'Create account': 'accounts:signUp',
}

const signInFaults: Fault[] = [
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
]

/** What differs from signing in, and what is logged. */
const createFaults: Fault[] = [
  { what: '500', code: 'internal-error', answer: (route) => refuse(route, 'INTERNAL_ERROR', 500) },
  refused('OPERATION_NOT_ALLOWED', 'operation-not-allowed'),
  refused('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'password-does-not-meet-requirements'),
  refused('EMAIL_EXISTS', 'email-already-in-use'),
]

async function openForm(page: Page, mode: Mode) {
  await page.clock.install()
  await page.goto('/login')
  if (mode === 'Create account') await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Email').fill(typed.email)
  await page.getByLabel('Password').fill(typed.password)
}

/** Expects the message, what was typed, and a button that can be pressed again. */
async function expectWords(page: Page, mode: Mode, code: IdentityErrorCode) {
  const words = describeIdentityError({ code })
  const message = page.getByRole('alert').filter({ hasText: words })
  await expect(message).toBeVisible()
  await expectNextStep(message, code, nextSteps[mode])
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

/** Presses for each fault in turn, and expects in the log what only the operator can fix. */
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
  const names = faults
    .filter(({ code }) => identityFailure(code).level === 'error')
    .map(({ code, name = code }) => name)
  const expected = [...new Set(names)].map((name) => `identity: ${name}`)
  expect(expected.length).toBeGreaterThan(1)
  await expect.poll(log.errors).toEqual(expected)
  expect(log.text()).not.toMatch(/secret/)
}

test('signing in: each error has its message, what was typed stays, and silence ends after 30 s', async ({
  page,
  site,
}) => {
  await openForm(page, 'Sign in')
  await expectFaults(page, site, 'Sign in', signInFaults)

  await test.step('silence', async () => {
    await stopClock(page)
    const stop = await mockProvider(page, calls['Sign in'], () => undefined)
    const silent = page.waitForRequest((request) => request.url().includes(calls['Sign in']))
    await press(page, 'Sign in')
    await silent
    const busy = page.locator('form').getByRole('button', { name: 'Signing in…' })
    await page.clock.fastForward(29_900)
    await expect(busy).toHaveAttribute('aria-disabled', 'true')
    await page.clock.fastForward(100)
    await expectWords(page, 'Sign in', 'network-request-failed')
    await page.clock.resume()
    await stop()
  })

  await test.step('if only the operator can help, the message links to the contact page', async () => {
    await mockProvider(page, calls['Sign in'], (route) => refuse(route, 'USER_DISABLED'))
    await press(page, 'Sign in')
    await page.getByRole('link', { name: 'Contact us' }).click()
    await expect(page).toHaveURL('/contact')
  })
})

test('creating an account: the same, and an existing one leads to signing in with the address kept', async ({
  page,
  site,
}) => {
  await openForm(page, 'Create account')
  await expectFaults(page, site, 'Create account', createFaults)
  await page.getByRole('alert').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(typed.email)
  await expect(page.getByText('An account with this email already exists')).toBeHidden()
})
