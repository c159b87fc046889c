/**
 * An open, signed-in page as time passes: the SDK refreshes its tokens, and the session outlives them.
 */
import type { Page, Request } from '@playwright/test'
import { expect, test } from '../support/fixtures'
import { countCalls, isSessionRequest, isTokenRequest, openPage } from '../support/open-page'
import { stopClock, timeOn } from '../support/page-clock'
import { refuse } from '../support/provider'
import { storedUsers } from '../support/sdk-user'
import { sessionOf, yourNotes } from '../support/visitor'

test.use({ expectedErrors: /Failed to load resource|net::ERR_/ })

const countTokens = (page: Page) =>
  countCalls(page, (method, url) => method === 'POST' && isTokenRequest(new URL(url)))

/** Waits until no token is being fetched: during a fetch the SDK takes a jump of time for a timeout. */
function watchTokenTraffic(page: Page): () => Promise<void> {
  let waiting = 0
  const count = (by: number) => (request: Request) => {
    if (isTokenRequest(new URL(request.url()))) waiting += by
  }
  page.on('request', count(1))
  page.on('requestfinished', count(-1))
  page.on('requestfailed', count(-1))
  return async () => {
    if (waiting > 0) await expect.poll(() => waiting, { intervals: [20] }).toBe(0)
    // The SDK sets its next timer after the response.
    await page.evaluate(() => undefined)
  }
}

test('the session of a page lasts three hours, until a refresh is refused with USER_DISABLED', async ({
  page,
  site,
}) => {
  await openPage(page, site)
  const tokens = countTokens(page)
  const settled = watchTokenTraffic(page)
  await stopClock(page)
  // As on a device that sleeps ten minutes at a time.
  for (let asked = 0; asked < 18; asked += 1) {
    await page.clock.fastForward(10 * 60_000)
    await storedUsers(page)
    await settled()
  }
  // Each is good for an hour.
  await expect.poll(tokens).toBe(3)
  await expect(yourNotes(page)).toBeVisible()

  await test.step('USER_DISABLED when the SDK refreshes its token by itself signs out, too', async () => {
    const ends = countCalls(page, (method, url) => method === 'DELETE' && isSessionRequest(url))
    await page.route(isTokenRequest, (route) => refuse(route, 'USER_DISABLED'))
    await page.clock.fastForward(58 * 60_000)
    await expect(page).toHaveURL('/login?next=%2Fapp&notice=disabled')
    await expect.poll(() => storedUsers(page)).toEqual([])
    expect(ends()).toBe(1)
    expect(await sessionOf(page)).toEqual({ signedIn: false })
  })
})

/** Runs in the page: counts reads of IndexedDB, and lets the given number of transactions fail. */
function watchStorage(): void {
  const counts = Object.assign(window, { looks: 0, faultsLeft: 0 })
  const { getAll } = IDBObjectStore.prototype
  const { transaction } = IDBDatabase.prototype
  IDBObjectStore.prototype.getAll = function (...query) {
    counts.looks += 1
    return getAll.apply(this, query)
  }
  IDBDatabase.prototype.transaction = function (...stores) {
    counts.faultsLeft -= 1
    if (counts.faultsLeft >= 0) throw new DOMException('The connection is lost', 'InvalidStateError')
    return transaction.apply(this, stores)
  }
}

test('the SDK refreshes the token five minutes early; without a network after 30 s, doubled to 16 minutes', async ({
  page,
  site,
}) => {
  await page.addInitScript(watchStorage)
  await openPage(page, site)
  await stopClock(page)
  await test.step('the SDK polls its storage for other tabs, and retries a failure three times', async () => {
    const looks = () => page.evaluate('looks')
    await page.evaluate('looks = 0')
    await page.clock.runFor(8_000)
    await expect.poll(looks).toBe(10)
    await page.evaluate('faultsLeft = 3')
    await page.clock.runFor(800)
    await expect.poll(looks).toBe(11)
    expect(await page.evaluate('faultsLeft')).toBe(-1)
  })

  const tokens = countTokens(page)
  const settled = watchTokenTraffic(page)
  await page.route(isTokenRequest, (route) => route.abort())
  const [user] = await storedUsers(page)
  let waitMs = Number(user?.stsTokenManager.expirationTime) - 5 * 60_000 - (await timeOn(page))
  for (let asked = 0; asked < 8; asked += 1) {
    await page.clock.fastForward(waitMs - 1_000)
    await storedUsers(page)
    expect(tokens(), `refreshes a second before the wait of ${waitMs} ms is over`).toBe(asked)
    await page.clock.fastForward(1_000)
    await expect.poll(tokens, `refreshes after a wait of ${waitMs} ms`).toBe(asked + 1)
    await settled()
    await storedUsers(page)
    waitMs = Math.min(30_000 * 2 ** asked, 16 * 60_000)
  }
  await expect(yourNotes(page)).toBeVisible()
})
