import type { Page, Response, Route } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { mockProvider, refuse } from '../support/provider'
import { storedUsers, storeUser } from '../support/sdk-user'
import { createSession, sessionCookie, yourNotes } from '../support/visitor'

test.use({ expectedErrors: /Failed to load resource|net::ERR_/ })

const isLookup = (url: URL) => url.pathname.endsWith('/accounts:lookup')

async function openAccountPage(page: Page) {
  const lookup = page.waitForRequest((request) => isLookup(new URL(request.url())))
  await page.goto('/app')
  await lookup
}

test('at startup a provider that fails signs nobody out, and one that has revoked the user does', async ({
  page,
  site,
}) => {
  const account = await createAccount(site)
  await createSession(page, site, account)

  await test.step('a stored user that is missing changes nothing', async () => {
    // Scripts of the page before may still come, and can no longer be read.
    const contentOf = (response: Response) => response.text().catch(() => '')
    const sdk = page.waitForResponse(
      async (response) =>
        response.request().resourceType() === 'script' &&
        (await contentOf(response)).includes('identitytoolkit'),
    )
    await page.goto('/app')
    await sdk
    await expectToStay(page)
    await expect(page).toHaveURL('/app')
    expect(await sessionCookie(page)).not.toBeNull()
  })

  await storeUser(page, site, account)
  // A broken connection keeps the SDK's user: `identity/sdk`.
  for (const { what, answer } of [
    { what: 'a provider that keeps silent delays nothing that can be seen', answer: () => undefined },
    {
      what: 'a provider with a fault signs nobody out',
      answer: (route: Route) => refuse(route, 'BACKEND_ERROR', 503),
    },
  ]) {
    await test.step(what, async () => {
      const stop = await mockProvider(page, 'accounts:lookup', answer)
      await openAccountPage(page)
      await expectToStay(page)
      expect(await storedUsers(page)).toHaveLength(1)
      await stop()
    })
  }

  await test.step('a user whose tokens the provider has ended is signed out', async () => {
    await storeUser(page, site, account)
    const stop = await mockProvider(page, 'accounts:lookup', (route) => refuse(route, 'TOKEN_EXPIRED'))
    await page.goto('/app')
    await expect(page).toHaveURL('/login?next=%2Fapp&notice=ended')
    await expect(page.getByText('You were signed out')).toBeVisible()
    await stop()
  })
})

/** Also after time for a response of the provider. */
async function expectToStay(page: Page): Promise<void> {
  await page.waitForTimeout(1_000)
  await expect(yourNotes(page)).toBeVisible()
}
