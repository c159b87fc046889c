/** Whatever a page has can be reached beside the banner (WCAG 2.4.11). */
import type { Page } from '@playwright/test'
import { openWithBanner } from '../support/consent-page'
import { expect, test } from '../support/fixtures'
import { awaitRest } from '../support/rest'

test.use({ hasChosen: false })

for (const [width, height] of [
  [320, 568],
  [390, 844],
  [768, 1024],
  [1280, 800],
] as const) {
  test(`at ${width} × ${height}, whatever takes the focus lies wholly clear of the banner`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    for (const path of ['/login', '/', '/contact']) {
      await openWithBanner(page, path)
      await awaitRest(page)
      expect(await coveredOnFocus(page), path).toEqual([])
    }
  })
}

test('zoomed to 400 %, nothing that takes the focus lies wholly below a banner', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  for (const path of ['/login', '/', '/contact']) {
    await openWithBanner(page, path)
    await awaitRest(page)
    expect(await coveredOnFocus(page, 'wholly'), path).toEqual([])
  }
})

/** What the banner still covers a part of, or all, once it has the focus. */
function coveredOnFocus(page: Page, extent: 'partly' | 'wholly' = 'partly'): Promise<string[]> {
  return page.evaluate((extent) => {
    const banner = document.querySelector<HTMLElement>('[data-consent-banner]')
    const focusable = [...document.querySelectorAll<HTMLElement>('a, button, input, summary')].filter(
      (element) => !banner?.contains(element) && element.checkVisibility() && !element.matches(':disabled'),
    )
    if (!banner || focusable.length < 5) return ['nothing to try']
    const high = banner.getBoundingClientRect()
    const isCovered = (element: HTMLElement) => {
      element.focus()
      const { top: roomEnd } =
        document.querySelector('[data-emulator-banner]')?.getBoundingClientRect() ?? high
      if (extent === 'wholly')
        return [...element.getClientRects()].every(
          (low) => low.bottom < 4 || low.top > Math.min(high.top, roomEnd) - 4,
        )
      return [...element.getClientRects()].some(
        (low) =>
          low.bottom > high.top && low.top < high.bottom && low.right > high.left && low.left < high.right,
      )
    }
    return focusable.filter(isCovered).map((element) => element.outerHTML)
  }, extent)
}
