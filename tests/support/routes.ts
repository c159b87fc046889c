/**
 * Removing routes from an open page. When Playwright stops intercepting after the last one, Chromium drops the requests of
 * that moment (microsoft/playwright#41802), so a route that matches nothing stays.
 */
import { type BrowserContext, type Page, type Route, request } from '@playwright/test'

type Answer = (route: Route) => Promise<void> | void
type Pattern = string | RegExp | ((url: URL) => boolean)

/** Removes the routes of this pattern. */
export async function removeRoute(of: Page | BrowserContext, pattern: Pattern): Promise<void> {
  await keepIntercepting('context' in of ? of.context() : of)
  await of.unroute(pattern)
}

/** Removes all routes of the page. */
export async function removeRoutes(
  page: Page,
  behavior: 'wait' | 'ignoreErrors' | 'default' = 'default',
): Promise<void> {
  await keepIntercepting(page.context())
  await page.unrouteAll({ behavior })
}

/** Returns how to queue handlers for the next requests to `url`; the site answers the others. */
export async function queueAnswers(page: Page, url: string): Promise<(...next: Answer[]) => void> {
  const planned: Answer[] = []
  await page.route(url, (route) => {
    const answer = planned.shift()
    return answer ? answer(route) : route.fallback()
  })
  return (...next) => void planned.push(...next)
}

/** The site's response to a route's request. */
export type SiteAnswer = { status: number; headers: Record<string, string>; body: Buffer }

/**
 * Sends the request to the site over a new connection. `route.fetch` reuses one that the site may be closing (ECONNRESET).
 */
export async function fetchFromSite(route: Route): Promise<SiteAnswer> {
  const connection = await request.newContext({ ignoreHTTPSErrors: true })
  const response = await connection.fetch(route.request(), {
    headers: await route.request().allHeaders(),
    maxRedirects: 0,
  })
  const body = await response.body()
  // Of the body as it was on the wire.
  const { 'content-encoding': _coding, 'content-length': _length, ...headers } = response.headers()
  await connection.dispose()
  return { status: response.status(), headers, body }
}

/** Fails the request, as without a network. */
export const abortRoute: Answer = (route) => route.abort()

/** Adds a route that matches nothing. */
async function keepIntercepting(context: BrowserContext): Promise<void> {
  await context.route(/^nowhere:/, () => undefined)
}
