/** The largest paint of a page is its own: what people came for, not the question. */
import type { Page } from '@playwright/test'
import { openWithBanner } from '../support/consent-page'
import { expect, test } from '../support/fixtures'
import { awaitRest } from '../support/rest'

test.use({ hasChosen: false })

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`at ${width} × ${height}, the banner is never the largest paint`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    // What fades in counts less: here it is there with its first paint.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const path of ['/', '/login', '/privacy']) {
      await openWithBanner(page, path)
      await awaitRest(page)
      expect(await largestPaints(page), path).toContain('the page')
      expect(await largestPaints(page), path).not.toContain('the banner')
    }
  })
}

/** What has been the largest paint so far, one after the other. */
function largestPaints(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const painted: Element[] = []
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            painted.push((entry as PerformanceEntry & { element: Element }).element)
        }).observe({ type: 'largest-contentful-paint', buffered: true })
        const isOf = (element: Element) =>
          element.closest('[data-consent-banner]') ? 'the banner' : 'the page'
        // The browser tells of a paint after it.
        setTimeout(() => resolve(painted.filter(Boolean).map(isOf)), 100)
      }),
  )
}
