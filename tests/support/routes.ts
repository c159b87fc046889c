/**
 * Routes that end while a page goes on. Playwright then stops to intercept if it was the last one, and what a page asks for in
 * that moment gets no answer from Chromium (microsoft/playwright#41802): so none is the last one here.
 */
import { type BrowserContext, type Page, type Route, request } from '@playwright/test'

type Answer = (route: Route) => Promise<void> | void
type Pattern = string | RegExp | ((url: URL) => boolean)

/** Takes away the routes of this pattern. */
export async function removeRoute(of: Page | BrowserContext, pattern: Pattern): Promise<void> {
  await keepIntercepting('context' in of ? of.context() : of)
  await of.unroute(pattern)
}

/** Takes away all routes of the page. `wait`: until those that have begun are through. */
export async function removeRoutes(
  page: Page,
  behavior: 'wait' | 'ignoreErrors' | 'default' = 'default',
): Promise<void> {
  await keepIntercepting(page.context())
  await page.unrouteAll({ behavior })
}

/** Returns the way to say how the next requests to `url` are answered, one by each; the site answers all others. */
export async function queueAnswers(page: Page, url: string): Promise<(...next: Answer[]) => void> {
  const planned: Answer[] = []
  await page.route(url, (route) => {
    const answer = planned.shift()
    return answer ? answer(route) : route.fallback()
  })
  return (...next) => void planned.push(...next)
}

/** What the site answers to the request of a route, to be changed or sent on later. */
export type SiteAnswer = { status: number; headers: Record<string, string>; body: Buffer }

/**
 * Has the site answer the request, over a connection of its own. `route.fetch` takes one that was kept, which the site may be
 * closing just then: the page would go without the answer (ECONNRESET).
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

/** As when the network is away. */
export const abortRoute: Answer = (route) => route.abort()

/** A route that nothing takes. */
async function keepIntercepting(context: BrowserContext): Promise<void> {
  await context.route(/^nowhere:/, () => undefined)
}
