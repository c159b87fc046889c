import { expect, test } from '../support/fixtures'
import { watchViolations } from '../support/pages'

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
