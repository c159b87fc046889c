/**
 * An open, signed-in page as time passes: the SDK refreshes its tokens, and the session outlives them.
 */
import type { Page, Request } from '@playwright/test'
import { expect, test } from '../support/fixtures'
import { stopClock } from '../support/pages'
import { refuse } from '../support/provider'
import { storedUsers } from '../support/sdk-user'
import { openWithUser, sessionOf, signInNewAccount, yourNotes } from '../support/visitor'

test.use({ expectedErrors: /Failed to load resource|net::ERR_/ })

const isTokenRequest = (url: URL) => url.pathname.endsWith('/v1/token')

/** Counts matching requests from now on. */
function countCalls(page: Page, is: (method: string, url: URL) => boolean): () => number {
  let calls = 0
  page.on('request', (request) => {
    if (is(request.method(), new URL(request.url()))) calls += 1
  })
  return () => calls
}

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
  await page.clock.install()
  await signInNewAccount(page, site)
  await openWithUser(page, '/app')
  // Until the SDK has fetched its user: time that jumps while it waits looks like a network timeout.
  await storedUsers(page)
  const tokens = countCalls(page, (method, url) => method === 'POST' && isTokenRequest(url))
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
    const ends = countCalls(page, (method, url) => method === 'DELETE' && url.pathname === '/api/session')
    await page.route(isTokenRequest, (route) => refuse(route, 'USER_DISABLED'))
    await page.clock.fastForward(58 * 60_000)
    await expect(page).toHaveURL('/login?next=%2Fapp&notice=disabled')
    await expect.poll(() => storedUsers(page)).toEqual([])
    expect(ends()).toBe(1)
    expect(await sessionOf(page)).toEqual({ signedIn: false })
  })
})
