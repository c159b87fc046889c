import type { Page } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { expect, newCredentials, test } from '../support/fixtures'
import { collectScripts } from '../support/pages'
import { expectSignedInAs, signOut, waitForSignInForm } from '../support/visitor'

const wrong = 'Wrong email or password.'

const lastUsed = (page: Page) => page.getByText('Last used')

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a visitor creates an account by the keyboard alone, signs out, and signs in again', async ({
  page,
}) => {
  const { email, password } = newCredentials()
  const stops: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/auth/success')) stops.push(request.url())
  })
  await page.goto('/login?next=%2Fdebug-config%3Ffrom%3Dsign-in')

  await test.step('the keyboard alone is enough, and the focus is always visible', async () => {
    await waitForSignInForm(page)
    await page.getByLabel('Email').focus()
    const names = [
      'Password',
      'Show password',
      'Forgot your password?',
      'Sign in',
      'New here? Create an account',
    ]
    for (const name of names) {
      await page.keyboard.press('Tab')
      const role = /[?]/.test(name) ? 'link' : 'button'
      const focused =
        name === 'Password' ? page.getByLabel(name) : page.getByRole(role, { name, exact: true })
      await expect(focused).toBeFocused()
      await expect(focused).toHaveCSS('outline-style', 'solid')
    }
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Email')).toBeFocused()
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
  })

  await test.step('the return path is kept, and the form redirects signed-in users', async () => {
    await expect(page).toHaveURL('/debug-config?from=sign-in')
    expect(stops, 'on a slow network each costs half a second').toEqual([])
    const form = await page.request.get('/login?next=%2Fterms', { maxRedirects: 0 })
    expect([form.status(), form.headers().location]).toEqual([307, '/terms'])
  })

  await page.goto('/app')
  await expectSignedInAs(page, email)
  await signOut(page)
  await expect(page).toHaveURL('/')
  await expect(page.getByText('You’ve signed out.')).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Sign in' }),
  ).toBeVisible()
  await page.goto('/app')
  await expect(page).toHaveURL('/login?next=%2Fapp')
  await test.step('the method last used is marked after a sign-out', async () => {
    const submit = page.getByRole('button', { name: 'Sign in', exact: true })
    await expect(submit).toHaveAccessibleDescription('Last used')
    await expect(lastUsed(page)).toHaveCount(1)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
    await expect(lastUsed(page)).toHaveCount(0)
    await page.getByRole('link', { name: 'Already have an account?' }).click()
  })
  await signIn(page, { email, password })
  await expect(page).toHaveURL('/app')
  await expectSignedInAs(page, email)
})

test('a browser that keeps no cookies is told so, not sent back to the form', async ({ page, site }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }),
  )
  await page.route('**/api/session', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 204 }) : route.fallback(),
  )
  await page.goto('/login')
  await signIn(page, await createAccount(site))
  await expect(page.getByText('Allow cookies for this site and try again.')).toBeVisible()
})

test.describe('when the credentials are wrong', () => {
  test.use({ expectedErrors: /400 \(Bad Request\)/ })

  test('an unknown address and a wrong password have the same message, and the right one signs in', async ({
    page,
    site,
  }) => {
    const { email, password } = await createAccount(site)
    // Another origin isn't a return path.
    await page.goto('/login?next=%2F%2Fother.example%2Fapp')
    for (const address of [email, 'nobody@example.com']) {
      const button = page.getByRole('button', { name: 'Sign in', exact: true })
      const before = await button.boundingBox()
      await signIn(page, { email: address, password: 'not this one' })
      await expect(page.getByRole('alert').filter({ hasText: wrong })).toBeVisible()
      await expect(page.getByLabel('Email')).toHaveValue(address)
      await expect(page.getByLabel('Password')).toHaveValue('not this one')
      expect(await button.boundingBox(), 'the button stays under the pointer').toEqual(before)
    }
    await page.getByRole('alert').getByRole('button', { name: 'Forgot your password?' }).click()
    await expect(page).toHaveURL('/login?mode=reset')
    await page.goBack()

    await test.step('the button says what happens, and a second press does nothing', async () => {
      let posts = 0
      let release = (): void => undefined
      const pressed = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/api/session', async (route) => {
        if (route.request().method() === 'POST') {
          posts += 1
          await pressed
        }
        await route.continue()
      })
      await signIn(page, { email, password })
      const busy = page.getByRole('button', { name: 'Signing in…' })
      await expect(busy).toHaveAttribute('aria-disabled', 'true')
      await expect(busy).toBeFocused()
      await page.keyboard.press('Enter')
      release()
      await expect(page).toHaveURL('/app')
      expect(posts).toBe(1)
      expect(await page.evaluate(() => localStorage.getItem('foyer-last-used'))).toBe('password')
    })
  })

  test('the form loads its code on first use, and has fields for password managers', async ({ page }) => {
    const password = page.getByLabel('Password')

    await test.step('the sign-in code loads on first use of the form, not before', async () => {
      const scripts = collectScripts(page)
      await page.goto('/login', { waitUntil: 'networkidle' })
      const isSdk = (script: string) => script.includes('identitytoolkit')
      // The page's own focus doesn't count.
      await expect(page.getByLabel('Email')).toBeFocused()
      expect((await scripts()).filter(isSdk)).toEqual([])
      await page.getByLabel('Email').press('a')
      await expect.poll(async () => (await scripts()).filter(isSdk).length).toBeGreaterThan(0)
    })

    await test.step('the fields suit password managers, and the password can be shown', async () => {
      await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
      await expect(password).toHaveAttribute('autocomplete', 'current-password')
      await expect(password).toHaveAttribute('type', 'password')
      await page.getByRole('button', { name: 'Show password' }).click()
      await expect(password).toHaveAttribute('type', 'text')
      // A changing name and a pressed state would contradict each other.
      await expect(page.getByRole('button', { name: 'Hide password' })).not.toHaveAttribute('aria-pressed')
      await page.getByRole('link', { name: 'Create an account' }).click()
      await expect(password).toHaveAttribute('autocomplete', 'new-password')
    })
  })
})
