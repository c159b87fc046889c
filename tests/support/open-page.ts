/** An open, signed-in page as time passes on it: what the tests of it share. Wants `page.clock`. */
import type { Page } from '@playwright/test'
import type { Account } from './accounts'
import { storedUsers } from './sdk-user'
import type { Site } from './site'
import { openWithUser, signInNewAccount } from './visitor'

export const isTokenRequest = (url: URL) => url.pathname.endsWith('/v1/token')
export const isSessionRequest = (url: string) => new URL(url).pathname === '/api/session'

/**
 * Somebody new on an open page whose SDK has asked for its user: to the SDK, time that jumps while it waits is a network
 * without an answer.
 */
export async function openPage(page: Page, site: Site): Promise<Account> {
  await page.clock.install()
  const account = await signInNewAccount(page, site)
  await openWithUser(page, '/app')
  await storedUsers(page)
  return account
}

/** Counts from now on. */
export function countCalls(page: Page, is: (method: string, url: string) => boolean): () => number {
  let calls = 0
  page.on('request', (request) => {
    if (is(request.method(), request.url())) calls += 1
  })
  return () => calls
}

/** As the browser tells a page whether anybody can see it. */
export function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  return page.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}
