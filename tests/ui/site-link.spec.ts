import { expect, test } from '../support/fixtures'

test('a link prefetches its page on hover or focus', async ({ page }) => {
  const others = ['/terms', '/privacy', '/contact', '/login']
  const fetched = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (others.includes(pathname)) fetched.add(pathname)
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  expect([...fetched]).toEqual([])
  const links = page.getByRole('contentinfo').getByRole('link')
  await links.filter({ hasText: 'Terms' }).hover()
  await expect.poll(() => [...fetched]).toEqual(['/terms'])
  await links.filter({ hasText: 'Privacy' }).focus()
  await expect.poll(() => [...fetched]).toEqual(['/terms', '/privacy'])
  await page.getByRole('link', { name: 'Sign in' }).first().hover()
  await page.waitForLoadState('networkidle')
  expect([...fetched], 'a page with a policy of its own comes as a document').toEqual(['/terms', '/privacy'])
})
