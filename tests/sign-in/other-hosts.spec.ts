import { pages } from '@/lib/site/pages'
import { opensPopups } from '@/lib/site/paths'
import { expect, test } from '../support/fixtures'
import { signInNewAccount } from '../support/visitor'

test.use({ expectedErrors: /auth\/internal-error/ })

const share = '0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e'

test('no page sends requests to other hosts before a provider’s button is used', async ({ page, site }) => {
  const own = [site.url, site.emulatorUrl].map((url) => new URL(url).host)
  const others: string[] = []
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http') && !own.includes(host)) others.push(`${page.url()}: ${request.url()}`)
  })

  /** The other hosts a page's CSP allows. */
  async function allowedOn(path: string): Promise<string[]> {
    const response = await page.request.get(path, { maxRedirects: 0 })
    const policy = response.headers()['content-security-policy'] ?? ''
    expect(policy, path).toContain("default-src 'none'")
    return (policy.match(/\w+:\/\/[^\s;]+/g) ?? []).filter((url) => !own.includes(new URL(url).host))
  }

  expect(await allowedOn('/login')).toEqual(['https://apis.google.com'])
  await page.goto('/login')
  await page.getByLabel('Password').focus()
  const google = page.getByRole('button', { name: 'Continue with Google' })
  const prepared = page.waitForResponse((response) => response.url().includes('/_next/static/chunks/'))
  await google.hover()
  await prepared
  await google.focus()
  await page.waitForLoadState('networkidle')
  expect(others).toEqual([])

  const opening = page.waitForEvent('popup')
  await google.click()
  await opening
  expect(others[0], 'proves that requests are seen').toContain('https://apis.google.com/')

  others.length = 0
  await signInNewAccount(page, site)
  await page.goto('/app/account')
  await page.waitForLoadState('networkidle')
  expect(others).toEqual([])

  await test.step('the CSP of all other pages allows none', async () => {
    for (const { pattern } of pages.filter((each) => !opensPopups(each)))
      expect(await allowedOn(pattern.replace('{uuid}', share)), pattern).toEqual([])
  })
})
