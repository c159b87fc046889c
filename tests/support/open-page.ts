/** An open, signed-in page as time passes on it. Needs `page.clock`. */
import type { Page } from '@playwright/test'
import type { Account } from './accounts'
import { storedUsers } from './sdk-user'
import type { Site } from './site'
import { openWithUser, signInNewAccount } from './visitor'

export const isTokenRequest = (url: URL) => url.pathname.endsWith('/v1/token')
export const isSessionRequest = (url: string) => new URL(url).pathname === '/api/session'

/**
 * Opens a page as a new account, and waits until the SDK has fetched its user: time that jumps while it waits looks like a
 * network timeout.
 */
export async function openPage(page: Page, site: Site): Promise<Account> {
  await page.clock.install()
  const account = await signInNewAccount(page, site)
  await openWithUser(page, '/app')
  await storedUsers(page)
  return account
}

/** Counts matching requests from now on. */
export function countCalls(page: Page, is: (method: string, url: string) => boolean): () => number {
  let calls = 0
  page.on('request', (request) => {
    if (is(request.method(), request.url())) calls += 1
  })
  return () => calls
}
