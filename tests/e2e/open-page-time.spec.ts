/**
 * What an open, signed-in page does as time passes. The SDK's own refresh, 5 minutes before a token expires, is not at
 * work: a session here outlives its tokens, and the page asks for a new one when the session needs it.
 */
import type { Page } from '@playwright/test'
import { disableAccount, removeAccount } from '../accounts'
import { expect, test } from '../fixtures'
import { sayOfSession, signInAsSomebody } from '../visitor'

test.use({ expectedErrors: /Failed to load resource|net::ERR_/ })

const isToken = (url: URL) => url.pathname.endsWith('/v1/token')
const isSession = (url: string) => new URL(url).pathname === '/api/session'

/** Counts from now on. */
function countCalls(page: Page, is: (method: string, url: string) => boolean): () => number {
  let calls = 0
  page.on('request', (request) => {
    if (is(request.method(), request.url())) calls += 1
  })
  return () => calls
}

const countTokens = (page: Page) =>
  countCalls(page, (method, url) => method === 'POST' && isToken(new URL(url)))

/** Lets time pass on the page until it asks for its session, and waits for the answer. */
async function passUntilAsked(page: Page, ms: number): Promise<void> {
  const answer = page.waitForResponse(
    (response) => isSession(response.url()) && response.request().method() === 'GET',
  )
  await page.clock.fastForward(ms)
  await answer
}

test('three hours on one page: the session is asked for every ten minutes, and no token is refreshed', async ({
  page,
  site,
}) => {
  await page.clock.install()
  const { email } = await signInAsSomebody(page, site)
  const tokens = countTokens(page)
  const questions = countCalls(page, (method, url) => method === 'GET' && isSession(url))
  for (let passed = 0; passed < 18; passed += 1) await passUntilAsked(page, 10 * 60_000)
  expect(questions()).toBe(18)
  expect(tokens()).toBe(0)
  await expect(page.getByText(email)).toBeVisible()
})

test('a renewal that finds no network is tried again with each question, signs nobody out, and then works', async ({
  page,
  site,
}) => {
  await page.clock.install()
  const { email } = await signInAsSomebody(page, site)
  await sayOfSession(page, () => ({
    needsRenewal: true,
    expiresAt: Math.floor(Date.now() / 1000) + 60,
  }))
  const tokens = countTokens(page)
  const posts = countCalls(page, (method, url) => method === 'POST' && isSession(url))
  await page.route(isToken, (route) => route.abort())
  await passUntilAsked(page, 10 * 60_000)
  await expect.poll(tokens).toBe(1)
  await page.clock.setSystemTime(new Date())
  await passUntilAsked(page, 31_000)
  await expect.poll(tokens).toBe(2)
  await passUntilAsked(page, 31_000)
  await expect.poll(tokens).toBe(3)
  expect(posts()).toBe(0)
  await expect(page.getByText(email)).toBeVisible()
  await page.unroute(isToken)
  await passUntilAsked(page, 31_000)
  await expect.poll(posts).toBe(1)
  expect(tokens()).toBe(4)
  await expect(page.getByText(email)).toBeVisible()
})

for (const { what, change, notice } of [
  { what: 'has been switched off', change: disableAccount, notice: 'disabled' },
  { what: 'is gone', change: removeAccount, notice: 'ended' },
]) {
  test(`a user who ${what} is signed out at the next renewal, in this browser and on the server`, async ({
    page,
    site,
  }) => {
    await page.clock.install()
    const isLookup = (url: string) => new URL(url).pathname.endsWith('/accounts:lookup')
    const lookups = countCalls(page, (method, url) => method === 'POST' && isLookup(url))
    const { userId } = await signInAsSomebody(page, site)
    // One of the sign-in, one of the start of this page.
    await expect.poll(lookups).toBe(2)
    await sayOfSession(page, () => ({ needsRenewal: true }))
    await change(site, userId)
    const ended = page.waitForRequest((request) => isSession(request.url()) && request.method() === 'DELETE')
    await page.clock.fastForward(10 * 60_000)
    await ended
    await expect(page).toHaveURL(`/login?next=%2Fapp&notice=${notice}`)
    await expect.poll(() => storedUsers(page)).toBe(0)
  })
}

/** How many users the SDK keeps in this browser. */
function storedUsers(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('firebaseLocalStorageDb')
        opening.onerror = reject
        opening.onsuccess = () => {
          const database = opening.result
          const keys = database
            .transaction('firebaseLocalStorage')
            .objectStore('firebaseLocalStorage')
            .getAllKeys()
          keys.onerror = reject
          keys.onsuccess = () => {
            database.close()
            resolve(keys.result.filter((key) => String(key).includes('authUser')).length)
          }
        }
      }),
  )
}
