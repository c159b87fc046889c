import type { Page } from '@playwright/test'

/** The visible text: a page that is hidden as a whole has none. */
export function visibleText(page: Page): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what cannot be seen does not count
  return page.evaluate(() => (document.body.checkVisibility() ? document.body.innerText.trim() : ''))
}
