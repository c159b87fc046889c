import type { Page } from '@playwright/test'

/**
 * Stops the page's clock, so that only the test advances it, however busy the machine is. Needs `page.clock.install()` before
 * the page is loaded.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await timeOn(page)) + 60_000)
}

/** The page's own time. */
export function timeOn(page: Page): Promise<number> {
  return page.evaluate(() => Date.now())
}
