import { pages } from '@/lib/site/pages'
import { expect, test } from '../support/fixtures'
import { becomeSomebody } from '../support/visitor'

test.use({ expectedErrors: /auth\/internal-error|404 \(Not Found\)/ })

const share = '0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e'

test('no page asks another host for anything before a provider’s button is used', async ({ page, site }) => {
  const own = [site.url, site.emulatorUrl].map((url) => new URL(url).host)
  const others: string[] = []
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http') && !own.includes(host)) others.push(`${page.url()}: ${request.url()}`)
  })

  const visit = async (guard: 'session' | 'others') => {
    for (const { pattern, guard: needs } of pages)
      if ((needs === 'session') === (guard === 'session')) await page.goto(pattern.replace('{uuid}', share))
  }
  await visit('others')
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
  expect(others[0], 'and then it is noticed').toContain('https://apis.google.com/')

  others.length = 0
  await becomeSomebody(page, site)
  await visit('session')
  await page.waitForLoadState('networkidle')
  expect(others).toEqual([])
})
