/** Browser contexts, and how a test gets rid of one. */
import { type BrowserContext, test as base, type Page } from '@playwright/test'

/** For tests with a page: theirs stands still before it is closed. */
export const test = base.extend({
  context: async ({ context }, use, testInfo) => {
    await use(context)
    // Of a failure the report shows the page as it was.
    if (testInfo.status === testInfo.expectedStatus) await standStill(context)
  },
})

/** Closes a context that a test has opened itself. */
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
 * Has all pages leave for an empty one. Chromium (156) loses the request to close a page that comes while the next
 * document is put into it, and then never answers: the test would wait for ever.
 */
async function standStill(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map(leave))
}

async function leave(page: Page): Promise<void> {
  // A navigation that had begun before may win; from the empty page there are no more.
  for (let tries = 0; tries < 5 && !page.isClosed() && page.url() !== 'about:blank'; tries += 1) {
    await page.goto('about:blank').catch(() => null)
  }
}
