/**
 * The form's messages for errors of the provider (S108–S142), which the emulator rarely returns, so they are mocked. What the
 * SDK makes of them is in `identity/provider-answers`.
 */
import type { ForeignCode } from '@/lib/identity/error-words'
import { expect, test } from '../support/fixtures'
import { expectEachFault, type Fault, refused } from '../support/identity-faults'
import { watchLog } from '../support/log'
import { changeConfig, exampleOperator } from '../support/operator'
import { mockProvider, refuse } from '../support/provider'

test.use({ expectedErrors: /Failed to load resource/ })

const typed = { email: 'somebody.secret@example.com', password: 'my own secret' }

const faults: Fault[] = [
  { what: 'no network', code: 'network-request-failed', answer: (route) => route.abort() },
  { what: '500', code: 'internal-error', answer: (route) => refuse(route, 'INTERNAL_ERROR', 500) },
  refused('TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been disabled', 'too-many-requests'),
  refused('API key not valid. Please pass a valid API key.', 'api-key-not-valid.' as ForeignCode),
  refused(`NOBODY_KNOWS_THIS_OF_${typed.email}`, 'nobody-knows-this' as ForeignCode),
  refused('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'password-outdated'),
  refused(
    'BLOCKING_FUNCTION_ERROR_RESPONSE : ((HTTP request to https://foyer.test/f returned HTTP error 403: {"error":{}}))',
    'refused-by-function',
  ),
  refused('INVALID_LOGIN_CREDENTIALS', 'invalid-credential'),
]

/** In the log: what only the operator can fix, and nothing of the person. */
const logged = ['internal-error', 'api-key-not-valid', 'unknown'].map((name) => `identity: ${name}`)

test('each error has its message, what was typed stays, and silence ends after 30 s', async ({
  page,
  site,
}) => {
  const log = watchLog(site)
  await changeConfig(page, { operator: exampleOperator })
  await page.goto('/login')
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password')]
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  await expectEachFault(page, {
    call: 'accounts:signInWithPassword',
    faults,
    nextSteps: ['reset-password', 'forgot-password'],
    start: async () => {
      await email.fill(typed.email)
      await password.fill(typed.password)
    },
    button,
    messages: page.getByRole('alert'),
    expectKept: async () => {
      await expect(email).toHaveValue(typed.email)
      await expect(password).toHaveValue(typed.password)
    },
  })
  await expect.poll(log.errors).toEqual(logged)
  expect(log.text()).not.toMatch(/secret/)
  await expect(page.locator('form [aria-invalid=true]')).toHaveCount(2)

  await test.step('a function of the project that refuses is heard in its own words', async () => {
    const answer = '{"error":{"message":"Only members may sign in."}}'
    const words = `((HTTP request to https://foyer.test/f returned HTTP error 403: ${answer}))`
    const stop = await mockProvider(page, 'accounts:signInWithPassword', (route) =>
      refuse(route, `BLOCKING_FUNCTION_ERROR_RESPONSE : ${words}`),
    )
    await button.click()
    const alert = page.getByRole('alert').filter({ hasText: 'Only members may sign in.' })
    await expect(alert.getByRole('link', { name: 'Contact us' })).toBeVisible()
    await stop()
  })

  await test.step('if only the operator can help, the message links to the contact page', async () => {
    await mockProvider(page, 'accounts:signInWithPassword', (route) => refuse(route, 'USER_DISABLED'))
    await button.click()
    await page.getByRole('link', { name: 'Contact us' }).click()
    await expect(page).toHaveURL('/contact')
  })
})

test('a new account for an address that has one leads to signing in, with the address kept', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await mockProvider(page, 'accounts:signUp', (route) => refuse(route, 'EMAIL_EXISTS'))
  await page.getByLabel('Email').fill(typed.email)
  await page.getByLabel('Password').fill(typed.password)
  await page.getByRole('button', { name: 'Create account', exact: true }).click()
  await page.getByRole('alert').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(typed.email)
  await expect(page.getByText('An account with this email already exists')).toBeHidden()
})
