import { expect, test } from '../support/fixtures'
import { answerTo, statusOf } from '../support/requests'

const twentyKilobytes = Array.from({ length: 6 }, (_, n) => `old-${n}=${'x'.repeat(3_400)}`)

test('more cookies than Node accepts get a page that clears them; otherwise Node’s responses stay', async ({
  site,
}) => {
  const answer = await answerTo(site, ['GET /login HTTP/1.1', `Cookie: ${twentyKilobytes.join('; ')}`])
  expect(statusOf(answer)).toBe(431)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  for (const line of [
    'clear-site-data: "cookies"',
    'content-type: text/html; charset=utf-8',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(body)}`,
  ])
    expect(head).toContain(line)
  expect(head).toMatch(/content-security-policy: default-src 'none'/)
  expect(body).toContain('Too many cookies')
  expect(statusOf(await answerTo(site, ['GET /login HTTP/1.1', 'no header']))).toBe(400)
})

test.describe('a visitor with more cookies than Node accepts', () => {
  test.use({ expectedErrors: /431/ })

  test('reads why, and is in again after a reload', async ({ page, site, context }) => {
    await context.addCookies(
      twentyKilobytes.map((cookie) => {
        const [name = '', value = ''] = cookie.split('=')
        return { name, value, url: site.url }
      }),
    )
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Too many cookies' })).toBeVisible()
    await page.getByRole('link', { name: 'Reload the page' }).click()
    await expect(page.getByLabel('Email')).toBeVisible()
    expect(await context.cookies()).toEqual([])
  })
})
