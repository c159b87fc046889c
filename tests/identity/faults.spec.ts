/**
 * The form's messages for errors of the provider (S108–S142), which the emulator rarely returns, so they are mocked. What the
 * SDK makes of them is in `identity/provider-answers`.
 */
import type { Page } from '@playwright/test'
import { type ForeignCode, identityFailure } from '@/lib/identity/error-words'
import { expect, test } from '../support/fixtures'
import {
  commonFaults,
  expectEachFault,
  type Fault,
  type FaultyStep,
  refused,
} from '../support/identity-faults'
import { watchLog } from '../support/log'
import { mockProvider, refuse } from '../support/provider'
import type { Site } from '../support/site'

test.use({ expectedErrors: /Failed to load resource/ })

const typed = { email: 'somebody.secret@example.com', password: 'my own secret' }

const signInFaults: Fault[] = [
  ...commonFaults,
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

type Form = Pick<FaultyStep, 'call' | 'faults' | 'nextSteps'> & { button: string; page: Page; site: Site }

/** Expects each message, what was typed, and in the log what only the operator can fix. */
async function expectFormFaults({ button, page, site, ...step }: Form) {
  const log = watchLog(site)
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password')]
  await expectEachFault(page, {
    ...step,
    start: async () => {
      await email.fill(typed.email)
      await password.fill(typed.password)
    },
    button: page.getByRole('button', { name: button, exact: true }),
    messages: page.getByRole('alert'),
    expectKept: async () => {
      await expect(email).toHaveValue(typed.email)
      await expect(password).toHaveValue(typed.password)
    },
  })
  const names = step.faults
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
  await page.goto('/login')
  await expectFormFaults({
    ...{ page, site, button: 'Sign in', call: 'accounts:signInWithPassword', faults: signInFaults },
    nextSteps: ['reset-password', 'forgot-password'],
  })
  await expect(page.locator('form [aria-invalid=true]')).toHaveCount(2)

  await test.step('if only the operator can help, the message links to the contact page', async () => {
    await mockProvider(page, 'accounts:signInWithPassword', (route) => refuse(route, 'USER_DISABLED'))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('link', { name: 'Contact us' }).click()
    await expect(page).toHaveURL('/contact')
  })
})

test('creating an account: the same, and an existing one leads to signing in with the address kept', async ({
  page,
  site,
}) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expectFormFaults({
    ...{ page, site, button: 'Create account', call: 'accounts:signUp', faults: createFaults },
    nextSteps: ['sign-in'],
  })
  await expect(page.locator('form [aria-invalid=true]')).toHaveCount(1)
  await page.getByRole('alert').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(typed.email)
  await expect(page.getByText('An account with this email already exists')).toBeHidden()
})
