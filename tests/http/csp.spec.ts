import type { Page } from '@playwright/test'
import { themeKey } from '@/lib/theme'
import { uncheckableCookie } from '../support/accounts'
import { expect, newCredentials, test } from '../support/fixtures'
import { startSite } from '../support/site'
import { watchViolations } from '../support/violations'
import { awaitSignInForm, signOut } from '../support/visitor'

/** Marks the document, so that one that takes its place is noticed. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''))
}

const isMarked = (page: Page) => page.locator('html[data-same-document]').count()

test.describe('a visitor who goes everywhere', () => {
  test.use({ expectedErrors: /40(1 \(Unauthorized\)|4 \(Not Found\))/ })

  test('meets nothing that the policies block', async ({ page }) => {
    const violations = await watchViolations(page)
    const { email, password } = newCredentials()
    const heading = page.getByRole('heading', { level: 1 })
    const banner = page.getByText('Running in emulator mode.')

    await page.goto('/')
    await mark(page)
    for (const [link, title] of [
      ['Terms', 'Terms'],
      ['Privacy', 'Privacy'],
      ['Contact', 'Contact'],
      ['Foyer', 'The front door'],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).click()
      await expect(heading).toContainText(title)
    }
    expect(await isMarked(page), 'static pages change softly').toBe(1)

    await page.getByRole('link', { name: 'Sign in' }).last().click()
    await expect(page).toHaveURL('/login')
    expect(await isMarked(page), 'a page with a policy of its own comes as a document').toBe(0)
    await awaitSignInForm(page)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL('/app')
    await signOut(page)
    await expect(page).toHaveURL('/')
    await page.goto('/login?next=%2Fdebug-config')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/debug-config')

    for (const path of [
      '/share/0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e',
      '/app',
      '/app/below',
      '/no/such/page',
    ]) {
      await page.goto(path)
      await expect(banner).toBeVisible()
    }
    await page.context().clearCookies()
    for (const path of [
      '/terms',
      '/privacy',
      '/contact',
      '/auth/success',
      '/auth/action?mode=signIn&oobCode=made-up',
      '/auth/silent-refresh',
    ]) {
      await page.goto(path)
      await expect(banner).toBeVisible()
    }
    await expect(page, 'there is no session to renew').toHaveURL(/^[^?]*\/login\?/)
    expect(violations).toEqual([])
  })
})

test.describe('what somebody smuggles into a page', () => {
  test.use({ expectedErrors: /Content Security Policy|404 \(Not Found\)/ })

  // A policy with hashes, and one with a nonce; of other pages `http/headers` compares the policies.
  for (const path of ['/no/such/page', '/login']) {
    test(`${path} does not run it`, async ({ page }) => {
      const violations = await watchViolations(page)
      await page.goto(path)
      await page.evaluate(smuggle)
      await expect
        .poll(() => [...new Set(violations)].sort())
        .toEqual([
          'base-uri https://evil.example/',
          'connect-src https://evil.example/',
          'frame-src https://evil.example',
          'script-src eval',
          'script-src-attr inline',
          'script-src-elem data',
          'script-src-elem https://evil.example/script.js',
          'script-src-elem inline',
          'style-src-attr inline',
          'style-src-elem inline',
        ])
      expect(await page.evaluate('window.bitten')).toBeUndefined()
    })
  }
})

/** As many ways to harm a page as fit into it. */
function smuggle(): void {
  const add = (name: string, attributes: Record<string, string>, text = '') => {
    const element = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    element.textContent = text
    document.body.append(element)
  }
  const harm = 'window.bitten = true'
  add('script', {}, harm)
  add('script', { src: `data:text/javascript,${harm}` })
  add('script', { src: 'https://evil.example/script.js' })
  add('img', { src: '/icon.svg', onload: harm })
  add('p', { style: 'color: red' })
  add('style', {}, 'p { color: red }')
  add('iframe', { src: 'https://evil.example' })
  add('base', { href: 'https://evil.example' })
  fetch('https://evil.example').catch((error: unknown) => String(error))
  // Later, as the browser allows it to whoever speaks through the debugger, as this test does.
  setTimeout(() => {
    try {
      new Function(harm)()
    } catch (error) {
      if (!(error instanceof EvalError)) throw error
    }
  })
}

test.describe('when nobody can check the session', () => {
  test.use({ expectedErrors: /503 \(/ })

  test('the pages that say so are whole under their policies', async ({ page }) => {
    test.setTimeout(180_000)
    const settings = JSON.stringify({ apiKey: 'key', projectId: 'foyer-public' })
    const site = await startSite({
      env: { FIREBASE_WEBAPP_CONFIG: settings, SESSION_KEYS_URL: 'http://127.0.0.1:1/keys' },
    })
    try {
      const violations = await watchViolations(page)
      await page.context().addCookies([{ name: '__session', value: uncheckableCookie(), url: site.url }])
      await page.goto(`${site.url}/api/health`)
      await page.evaluate((key) => localStorage.setItem(key, 'dark'), themeKey)
      await page.goto(`${site.url}/app`)
      await expect(page.getByRole('heading', { name: 'Back in a moment' })).toBeVisible()
      await expect(page.locator('body')).toHaveCSS('display', 'grid')
      await expect(page.locator('body'), 'in the chosen theme').toHaveCSS(
        'background-color',
        'rgb(21, 18, 31)',
      )
      await page.goto(`${site.url}/auth/success`)
      await expect(page).toHaveURL(/\/api\/unavailable/)
      await expect(page.getByRole('heading', { name: 'Back in a moment' })).toBeVisible()
      expect(violations).toEqual([])
    } finally {
      await site.stop()
    }
  })
})
