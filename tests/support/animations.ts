import type { Page } from '@playwright/test'

/**
 * Waits until no animation runs, so that colours and boxes can be measured. A canceled one, such as of a banner that was
 * removed, rejects its `finished`, and counts as ended.
 */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
}
