import { expect, test } from '../support/fixtures'
import { watchViolations } from '../support/violations'
import { signInNewAccount } from '../support/visitor'

test.describe('a visitor who goes everywhere', () => {
  test.use({ expectedErrors: /40(1 \(Unauthorized\)|4 \(Not Found\))/ })

  // What the forms, the notes and the account send and load is in their own tests: what a policy blocks is an error there.
  test('meets nothing that the policies block', async ({ page, site }) => {
    const violations = await watchViolations(page)
    const banner = page.getByText('Running in emulator mode.')
    await page.goto('/')
    await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''))
    await page.getByRole('link', { name: 'Sign in' }).last().click()
    await expect(page).toHaveURL('/login')
    const isMarked = await page.locator('html[data-same-document]').count()
    expect(isMarked, 'a page with a policy of its own comes as a document').toBe(0)
    const steps = ['/auth/success', '/auth/action?mode=signIn&oobCode=made-up', '/auth/silent-refresh']
    for (const path of steps) {
      await page.goto(path)
      await expect(banner).toBeVisible()
    }
    await signInNewAccount(page, site)
    for (const path of ['/debug-config', '/share/0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e', '/app/below']) {
      await page.goto(path)
      await expect(banner).toBeVisible()
    }
    expect(violations).toEqual([])
  })
})

test.describe('content injected into a page', () => {
  test.use({ expectedErrors: /Content Security Policy|404 \(Not Found\)/ })

  // A policy with hashes, and one with a nonce; of other pages `http/headers` compares the policies.
  test('does not run', async ({ page }) => {
    const violations = await watchViolations(page)
    for (const path of ['/no/such/page', '/login'])
      await test.step(path, async () => {
        violations.splice(0)
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
  })
})

/** Injects everything that could harm a page. */
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
  // Later, as the browser allows it to the debugger, which this test uses.
  setTimeout(() => {
    try {
      new Function(harm)()
    } catch (error) {
      if (!(error instanceof EvalError)) throw error
    }
  })
}
