import type { Page } from '@playwright/test'

/**
 * Until all has come to rest: colours are judged, and boxes measured, then. A movement that is broken
 * off, as of a banner that has gone meanwhile, rejects its `finished`: it rests, too.
 */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
}
