/** What tests do with any page: routes, clocks, colours, what it loads and logs. */
import { type BrowserContext, type Page, type Response, type Route, request } from '@playwright/test'

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
type SiteAnswer = { status: number; headers: Record<string, string>; body: Buffer }

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

/**
 * Adds a route that matches nothing: when Playwright stops intercepting after the last one, Chromium drops the requests of
 * that moment (microsoft/playwright#41802).
 */
async function keepIntercepting(context: BrowserContext): Promise<void> {
  await context.route(/^nowhere:/, () => undefined)
}

/** Waits until the page has handled a response: a later request of its own has been answered, too. */
export async function waitUntilHandled(page: Page, answer: Promise<Response>): Promise<Response> {
  const response = await answer
  await response.finished()
  await page.evaluate(async () => {
    const later = await fetch('/api/health')
    await later.text()
  })
  return response
}

/**
 * Stops the page's clock, so that only the test advances it, however busy the machine is. Needs `page.clock.install()` before
 * the page is loaded.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
}

/** Sets the page's visibility, as a switch of tabs does. */
export function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  return page.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

/**
 * Waits until no animation runs, so that colours and boxes can be measured. A canceled one, such as of a banner that was
 * removed, rejects its `finished`, and counts as ended.
 */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
}

/** Collects CSP violations of all pages, and permissions policies that the browser doesn't understand. */
export async function watchViolations(page: Page): Promise<string[]> {
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Permissions-Policy')) violations.push(message.text())
  })
  await page.exposeFunction('reportViolation', (words: string) => violations.push(words))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      // @ts-expect-error: Playwright has put this function there
      window.reportViolation(`${effectiveDirective} ${blockedURI}`),
    )
  })
  return violations
}

/**
 * Collects the scripts the page loads from now on; returns how to read them. Reads them only then, as a test may end before
 * the last one has arrived.
 */
export function collectScripts(page: Page): () => Promise<string[]> {
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  return () => Promise.all(scripts.map((script) => script.text()))
}

/** A colour of six digits (`#rrggbb`), as `getComputedStyle` has it. */
export function computedColor(hex: string): string {
  return `rgb(${[1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)).join(', ')})`
}
