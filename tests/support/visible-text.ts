import type { Page } from '@playwright/test'

/** What of the page can be read: a page that is hidden as a whole still has its text. */
export function visibleText(page: Page): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what cannot be seen does not count
  return page.evaluate(() => (document.body.checkVisibility() ? document.body.innerText.trim() : ''))
}
