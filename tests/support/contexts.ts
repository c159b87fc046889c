/** Closing browser contexts and pages. */
import { type BrowserContext, test as base, type Page } from '@playwright/test'

/** Leaves all pages before Playwright closes the test's context. */
export const test = base.extend({
  context: async ({ context }, use, testInfo) => {
    await use(context)
    // A failure's screenshot must show the page.
    if (testInfo.status === testInfo.expectedStatus) await standStill(context)
  },
})

/** Closes a context that the test opened. */
export async function closeContext(context: BrowserContext): Promise<void> {
  await standStill(context)
  await context.close()
}

/** Closes a page of a context that lives on. */
export async function closePage(page: Page): Promise<void> {
  await leave(page)
  await page.close()
}

/**
 * Moves all pages to an empty one. Chromium (156) loses a request to close a page while its next document is committed, and
 * never responds.
 */
async function standStill(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map(leave))
}

async function leave(page: Page): Promise<void> {
  // An earlier navigation may win; the empty page starts none.
  for (let tries = 0; tries < 5 && !page.isClosed() && page.url() !== 'about:blank'; tries += 1) {
    await page.goto('about:blank').catch(() => null)
  }
}
