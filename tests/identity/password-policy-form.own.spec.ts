/** The rules for new passwords in production mode, as the emulator has none. The policies are mocked. */
import type { Page } from '@playwright/test'
import { describeIdentityError } from '@/lib/identity/error-words'
import { expectAccessible } from '../support/axe'
import { expect, newCredentials } from '../support/fixtures'
import { watchLog } from '../support/log'
import { changeConfig, exampleOperator } from '../support/operator'
import { stopClock, waitUntilHandled } from '../support/pages'
import { fulfillJson, mockProvider, type PolicyAnswer, policies, refuse } from '../support/provider'
import { test } from '../support/session-browser'

/** Opens the form. Returns how often the policy was requested, and how to change it. */
async function openSignUpForm(page: Page, policy: PolicyAnswer) {
  let asked = 0
  let answer = policy
  await mockProvider(page, 'passwordPolicy', (route) => {
    asked += 1
    return fulfillJson(route, answer)
  })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  return {
    asked: () => asked,
    answerNow: (now: PolicyAnswer) => {
      answer = now
    },
  }
}

const email = (page: Page) => page.getByLabel('Email')
const password = (page: Page) => page.getByLabel('Password')
const submit = (page: Page) => page.getByRole('button', { name: 'Create account' })
const rules = (page: Page) => page.locator('form').getByRole('listitem')

/** Counts the requests that create an account. */
function countSignUps(page: Page): () => number {
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('accounts:signUp') && request.method() === 'POST') sent += 1
  })
  return () => sent
}

/** The rules of `policies.everything` by whether they're met. */
const everything = (met: readonly boolean[]) =>
  [
    'Use 8 to 20 characters',
    'a lowercase letter',
    'an uppercase letter',
    'a number',
    'a symbol \\(!#%\\?\\)',
  ].map((words, index) => new RegExp(`^${met[index] ? 'Done: ' : ''}${words}$`))

test('signing in checks no rules; a new password is checked rule by rule while typing', async ({ page }) => {
  let requests = 0
  await mockProvider(page, 'passwordPolicy', (route) => {
    requests += 1
    return fulfillJson(route, policies.everything)
  })
  await page.goto('/login')
  await test.step('signing in', async () => {
    await email(page).fill('somebody@example.com')
    await password(page).fill('x')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('Wrong email or password.')).toBeVisible()
    await expect(rules(page)).toHaveCount(0)
    expect(requests).toBe(0)
  })
  await page.getByRole('link', { name: 'Create an account' }).click()
  for (const [typed, met] of [
    ['', []],
    ['aB3-', [false, true, true, true, false]],
  ] as const) {
    await password(page).fill(typed)
    await expect(rules(page)).toHaveText(everything(met))
  }
})

test.describe('an unreachable provider', () => {
  test('leaves the default until the next focus; a violation is then told, focused and not sent', async ({
    page,
  }) => {
    let requests = 0
    await mockProvider(page, 'passwordPolicy', (route) => {
      requests += 1
      return requests === 1
        ? route.fulfill({ status: 503, body: 'Unavailable' })
        : fulfillJson(route, policies.minimum)
    })
    const sent = countSignUps(page)
    await page.goto('/login')
    const refused = page.waitForResponse((response) => response.status() === 503)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await waitUntilHandled(page, refused)
    expect(requests).toBe(1)
    await expect(rules(page)).toHaveText([/at least 6 characters/])
    await password(page).focus()
    await expect(rules(page)).toHaveText([/at least 12 characters/])

    const { email: address } = newCredentials()
    await email(page).fill(address)
    await password(page).fill('too short')
    await submit(page).click()
    await expect(page.getByText('This password doesn’t meet the password rules.')).toBeVisible()
    await expect(password(page)).toBeFocused()
    await expect(password(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(password(page)).toHaveValue('too short')
    expect(sent()).toBe(0)
    // Signing in checks no rules.
    await page.getByRole('link', { name: 'Already have an account?' }).click()
    await expect(password(page)).not.toHaveAttribute('aria-invalid')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await password(page).fill('long enough by now')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/app')
    expect(sent()).toBe(1)
  })
})

test('a policy that is off is advice, an unreadable one is reported, and neither blocks the form', async ({
  page,
  world,
}) => {
  const sent = countSignUps(page)
  const log = watchLog(world.site)
  await page.clock.install()

  await test.step('off: the provider decides', async () => {
    const form = await openSignUpForm(page, policies.advice)
    await mockProvider(page, 'accounts:signUp', (route) => refuse(route, 'WEAK_PASSWORD : Too short'))
    await expect.poll(form.asked).toBeGreaterThan(0)
    await expect(page.getByText('Recommended')).toBeVisible()
    await expect(rules(page).first()).toHaveText('Recommended: at least 10 characters')
    await email(page).fill(newCredentials().email)
    await password(page).fill('seven77')
    await submit(page).click()
    const refused = page
      .getByRole('alert')
      .filter({ hasText: describeIdentityError({ code: 'weak-password' }) })
    await expect(refused).toBeVisible()
    expect(sent()).toBe(1)
  })

  await test.step('unreadable', async () => {
    await changeConfig(page, { operator: exampleOperator })
    await openSignUpForm(page, policies.unreadable)
    await expect(page.getByText('We couldn’t load the password rules.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
    await expect.poll(log.errors).toEqual(['identity: unsupported-password-policy-schema-version'])
    await email(page).fill(newCredentials().email)
    await password(page).fill('long enough')
    // The rules are unknown, so screen readers must not hear that they are met.
    await page.clock.runFor(1_500)
    await expect(page.getByText(/Your password (is long enough|meets)/)).toHaveCount(0)
    await submit(page).click()
    await expect.poll(sent).toBe(2)
  })
})

test.describe('when the provider refuses a password by its policy', () => {
  test('the policy is fetched again and its violations are shown, at a sign-up and at a sign-in', async ({
    page,
  }) => {
    const form = await openSignUpForm(page, policies.minimum)
    const refused = 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'
    await mockProvider(page, 'accounts:signUp', (route) => refuse(route, refused))
    await mockProvider(page, 'accounts:signInWithPassword', (route) => refuse(route, refused))
    await expect(rules(page)).toHaveText([/at least 12 characters/])
    expect(form.asked()).toBe(1)
    form.answerNow(policies.everything)
    await email(page).fill(newCredentials().email)
    await password(page).fill('only small letters')
    await submit(page).click()
    await expect(page.getByText('This password doesn’t meet the password rules.')).toBeVisible()
    await expect(rules(page)).toHaveText(everything([true, true]))
    expect(form.asked()).toBe(2)
    await expect(password(page)).toHaveValue('only small letters')

    await test.step('at a sign-in', async () => {
      form.answerNow(policies.minimum)
      await page.getByRole('link', { name: 'Already have an account?' }).click()
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByText('This password no longer meets the password rules')).toBeVisible()
      await page.getByRole('link', { name: 'Create an account' }).click()
      await expect(rules(page)).toHaveText([/at least 12 characters/])
      expect(form.asked()).toBe(3)
    })
  })
})

/** Opens the form at this width, holds back the policy, and expects no movement when the rules arrive. */
async function expectNoShift(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  let answer: () => void = () => undefined
  const isTime = new Promise<void>((resolve) => {
    answer = resolve
  })
  const stop = await mockProvider(page, 'passwordPolicy', async (route) => {
    await isTime
    await fulfillJson(route, policies.everything)
  })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(rules(page)).toHaveCount(1)
  const before = await submit(page).boundingBox()
  answer()
  await expect(rules(page)).toHaveCount(5)
  expect(await submit(page).boundingBox()).toEqual(before)
  await stop()
}

test('the rules shift nothing, and are announced once typing pauses', async ({ page }) => {
  // In the system's font, which is wider: a slow first visit keeps it.
  await page.route('**/*.woff2', (route) => route.abort())
  await page.clock.install()
  for (const width of [320, 390, 440, 1280])
    await test.step(`${width} px wide`, () => expectNoShift(page, width))

  await test.step('screen readers hear what is missing once typing pauses, not on each key', async () => {
    const spoken = page.locator('form').getByRole('status')
    await stopClock(page)
    for (const key of 'abcdefgh') {
      await page.clock.runFor(900)
      await password(page).press(key)
      await expect(spoken).toBeEmpty()
    }
    await expect(rules(page).first()).toHaveText(/^Done: /)
    await page.clock.runFor(900)
    await expect(spoken).toBeEmpty()
    await page.clock.runFor(200)
    await expect(spoken).toHaveText(
      'Your password still needs an uppercase letter, a number, and a symbol (!#%?).',
    )
    await page.clock.resume()
  })

  await test.step('axe finds no violation in the rules and their messages', async () => {
    await email(page).fill('somebody@example.com')
    await password(page).fill('aB3')
    await submit(page).click()
    await expect(page.getByText('This password doesn’t meet the password rules.')).toBeVisible()
    await expectAccessible(page)
  })
})
