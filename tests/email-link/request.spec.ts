import type { Page } from '@playwright/test'
import * as brand from '@/lib/site/brand'
import { createAccount } from '../support/accounts'
import { expect, newCredentials, test } from '../support/fixtures'
import { mailsTo } from '../support/mails'
import { waitForSignInForm } from '../support/visitor'

const address = (page: Page) => page.getByRole('textbox', { name: 'Email' })
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

const headings = {
  'Forgot your password?': 'Reset your password',
  'Email me a sign-in link': 'Get a sign-in link',
  'Back to sign-in': 'Sign in',
}

/** Waits for the form it leads to: the other one has a field of the same name. */
async function follow(page: Page, name: keyof typeof headings): Promise<void> {
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name: headings[name] })).toBeVisible()
}

test.describe('a forgotten password', () => {
  test.use({ expectedErrors: /400 \(Bad Request\)/ })

  test('keeps what was typed, and responds the same with and without an account', async ({ page, site }) => {
    const { email } = await createAccount(site)
    await page.clock.install()
    await page.goto('/login')
    await expect(page.locator('form')).toHaveCount(1)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('half a passw')

    await test.step('what was typed into the form is still there afterwards', async () => {
      await follow(page, 'Forgot your password?')
      await expect(address(page)).toBeFocused()
      await expect(address(page)).toHaveValue(email)
      await follow(page, 'Back to sign-in')
      await expect(page.locator('form')).toHaveCount(1)
      await expect(page.getByLabel('Email')).toBeFocused()
      await expect(page.getByLabel('Email')).toHaveValue(email)
      await expect(page.getByLabel('Password')).toHaveValue('half a passw')
    })

    await test.step('the response does not tell who has an account', async () => {
      await follow(page, 'Forgot your password?')
      const answers: string[] = []
      for (const asked of [email, newCredentials().email]) {
        await address(page).fill(asked)
        await press(page, 'Email me a link')
        await expect(page.getByText('If there’s an account with this address')).toBeVisible()
        await expect(page.getByRole('button', { name: 'Send again' })).toHaveAttribute(
          'aria-disabled',
          'true',
        )
        const text = await page.locator('main').textContent()
        answers.push((text ?? '').replace(/in \d+ seconds?/, 'in a while').replace(asked, 'the address'))
        await page.clock.runFor(61_000)
        await press(page, 'Use another address')
      }
      expect(answers[1]).toBe(answers[0])
      expect(await mailsTo(site, email, 'PASSWORD_RESET')).toHaveLength(1)
    })
  })
})

test('reset and sign-in link have URLs, titles and history, and invalid fields have messages', async ({
  page,
}) => {
  const title = (name: string) => expect(page).toHaveTitle(brand.pageTitle(name))
  await page.goto('/login?next=%2Fterms')
  await waitForSignInForm(page)
  await page.getByLabel('Email').fill('somebody@example.com')
  await follow(page, 'Forgot your password?')
  await expect(page).toHaveURL('/login?mode=reset&next=%2Fterms')
  await title('Reset your password')
  await address(page).fill('other@example.com')
  await page.goBack()
  await title('Sign in')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue('other@example.com')
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await expect(address(page)).toHaveValue('other@example.com')

  await test.step('opened by URL', async () => {
    await page.goto('/login?mode=link&next=%2Fterms')
    await title('Get a sign-in link')
    for (const [typed, words] of [
      ['', 'Enter your email address.'],
      ['somebody', 'This doesn’t look like an email address.'],
    ] as const) {
      await address(page).fill(typed)
      await press(page, 'Email me a link')
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
      await expect(address(page)).toBeFocused()
      await expect(address(page)).toHaveAttribute('aria-invalid', 'true')
    }
    await follow(page, 'Back to sign-in')
    await expect(page).toHaveURL('/login?next=%2Fterms')
    await expect(page.getByLabel('Email')).toHaveValue('somebody')
  })

  await test.step('the form has the same messages, each beside its field', async () => {
    const form = page.locator('form')
    const signIn = page.getByRole('button', { name: 'Sign in', exact: true })
    await signIn.click()
    await expect(form.getByRole('alert').filter({ hasText: 'This doesn’t look like an email' })).toBeVisible()
    await page.getByLabel('Email').fill('somebody@example.com')
    await signIn.click()
    await expect(form.getByRole('alert').filter({ hasText: 'Enter your password.' })).toBeVisible()
    await expect(page.getByLabel('Password')).toBeFocused()
  })
})

test('the inbox replaces the form, opens the mailbox, sends again after a minute, and leads back', async ({
  page,
}) => {
  const email = newCredentials().email.replace('example.com', 'gmail.com')
  await page.clock.install()
  await page.goto('/login')
  await follow(page, 'Email me a sign-in link')
  await expect(page.getByText('We’ll email you a link')).toBeVisible()
  await address(page).fill(email)
  await press(page, 'Email me a link')
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeFocused()
  await expect(page.getByText('We’ve sent you a sign-in link.')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  const gmail = page.getByRole('link', { name: 'Open Gmail' })
  await expect(gmail).toHaveAttribute('rel', 'noopener noreferrer')
  const again = page.getByRole('button', { name: 'Send again' })
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await expect(again).toHaveAccessibleDescription(/^You can request another in \d+ seconds\.$/)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/session/links')) sent += 1
  })
  // By the keyboard: Playwright's mouse waits until the button is enabled.
  await again.press('Enter')
  await page.clock.runFor(61_000)
  await expect(again).toHaveAttribute('aria-disabled', 'false')
  await expect(page.getByText('You can request another')).toHaveCount(0)
  expect(sent).toBe(0)
  const resent = page.waitForRequest('**/api/session/links')
  await again.click()
  expect((await resent).postDataJSON()).toMatchObject({ email })
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await press(page, 'Use another address')
  await expect(address(page)).toBeFocused()
  await expect(address(page)).toHaveValue(email)

  await test.step('the page sends one email a minute, of any kind', async () => {
    await follow(page, 'Back to sign-in')
    await follow(page, 'Forgot your password?')
    const send = page.getByRole('button', { name: 'Email me a link' })
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    await expect(send).toHaveAccessibleDescription(/another in \d+ seconds/)
  })
})
