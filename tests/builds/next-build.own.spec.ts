import { brokenSiteTest as test } from '../support/builds/broken-site'
import { expect } from '../support/fixtures'

test('after `next build` alone static pages have their policies, too', async ({ broken }) => {
  const { status, headers } = await fetch(`${broken.url}/terms`)
  expect([status, headers.get('content-encoding')]).toEqual([200, null])
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self' 'sha256-/)
})
