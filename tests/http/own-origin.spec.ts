import { expect, test } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { type Site, startSite } from '../support/site'

/** One site behind a proxy, as the owner of a domain would set it up. */
let site: Site

test.beforeAll(async () => {
  test.setTimeout(180_000)
  site = await startSite({ env: { TRUSTED_PROXIES: '1' } })
})

test.afterAll(() => site.stop())

async function post(headers: Record<string, string>): Promise<{ response: Response; userId: string }> {
  const { idToken, userId } = await createAccount(site)
  const response = await fetch(`${site.url}/api/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}`, ...headers },
  })
  return { response, userId }
}

const behindProxy = { 'x-forwarded-host': 'www.example.com', 'x-forwarded-proto': 'https' }

test('behind a proxy the domain is the site’s own origin, and its cookie is Secure', async () => {
  const { response } = await post({ ...behindProxy, origin: 'https://www.example.com' })
  expect(response.status).toBe(204)
  expect(response.headers.get('set-cookie')).toContain('Secure')
})

test('behind a proxy another site’s page is still refused', async () => {
  expect((await post({ ...behindProxy, origin: 'https://other.example' })).response.status).toBe(403)
})

test('the client’s address is the one the proxy saw, not the one the client claims', async () => {
  const { userId } = await post({ 'x-forwarded-for': '203.0.113.66, 198.51.100.7' })
  await expect
    .poll(() => site.records())
    .toContainEqual(
      expect.objectContaining({ event: 'session.opened', userId, clientAddress: '198.51.100.7' }),
    )
})
