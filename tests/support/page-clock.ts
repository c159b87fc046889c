import type { Page } from '@playwright/test'

/**
 * From here on no time passes on the page but by the test's own steps, so that what a busy machine takes for its work is no
 * time to the page. Wants `page.clock.install()` before the page is loaded.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await timeOn(page)) + 60_000)
}

/** The page's own time. */
export function timeOn(page: Page): Promise<number> {
  return page.evaluate(() => Date.now())
}
