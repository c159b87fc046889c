/** What screen readers hear: words that enter a live region which was there before, on a page that has loaded. */
import type { Page } from '@playwright/test'

declare global {
  interface Window {
    announced?: string[]
  }
}

/** Records what the next pages announce. */
export async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.announced = []
    new MutationObserver((changes) => {
      if (document.readyState === 'loading') return
      for (const { target, addedNodes } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const isLive = element?.closest('[role=status], [role=alert]')?.checkVisibility()
        if (isLive) for (const node of addedNodes) window.announced?.push(node.textContent ?? '')
      }
    }).observe(document, { childList: true, subtree: true })
  })
}

/** What this page has announced so far. */
export function announcements(page: Page): Promise<string[]> {
  return page.evaluate(() => window.announced ?? [])
}
