/** Whatever a page has can be reached beside the banner (WCAG 2.4.11), and is the page's largest paint. */
import type { Locator, Page } from '@playwright/test'
import { waitForAnimations } from '../support/animations'
import { consentOn, openWithBanner, setBannerDelay, showBanner } from '../support/consent-page'
import { expect, test } from '../support/fixtures'

test.use({ hasChosen: false })

const emulator = (page: Page) => page.getByText('Running in emulator mode.')

for (const path of ['/', '/login', '/contact']) {
  test(`on ${path}, the banner is never the largest paint, and all that it covers can be reached`, async ({
    page,
  }) => {
    // What fades in counts less: here it is there with its first paint.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const [width, height] of [
      [390, 844],
      [1280, 800],
    ] as const) {
      await test.step(`at ${width} × ${height}, the largest paint is the page’s own: what people came for`, async () => {
        await page.setViewportSize({ width, height })
        await openWithBanner(page, path)
        await waitForAnimations(page)
        expect(await largestPaints(page)).toContain('the page')
        expect(await largestPaints(page)).not.toContain('the banner')
      })
    }

    await expect(emulator(page)).toBeVisible()
    for (const [width, height] of [
      [1280, 800],
      [768, 1024],
      [390, 844],
      [320, 568],
    ] as const) {
      await test.step(`at ${width} × ${height}, whatever takes the focus lies wholly clear of it`, async () => {
        await resize(page, width, height)
        expect(await coveredOnFocus(page)).toEqual([])
      })
    }

    await test.step('zoomed to 400 %, nothing that takes the focus lies wholly below a banner', async () => {
      await resize(page, 320, 256)
      expect(await coveredOnFocus(page, 'wholly')).toEqual([])
    })

    await test.step('what it covers can be scrolled clear of it', async () => {
      await resize(page, 1280, 640)
      await expectAllInReach(page)
    })

    await test.step('in a window that is too low for it the banner scrolls, and all its buttons can be reached', async () => {
      await resize(page, 320, 200)
      const { reject, customize, accept, close } = consentOn(page)
      for (const button of [close, reject, accept, customize]) {
        await button.focus()
        // What is scrolled to may miss a fraction of a pixel.
        await expect(button).toBeInViewport({ ratio: 0.99 })
      }
    })
  })
}

test('whoever has scrolled or typed stays there when the banner comes, and can scroll all clear of it', async ({
  page,
}) => {
  await setBannerDelay(page, 'when called')

  await test.step('/privacy, 320 px wide, scrolled', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/privacy')
    await page.evaluate(() => window.scrollTo(0, 500))
    await showBanner(page)
    expect(await page.evaluate(() => window.scrollY)).toBe(500)
    await expectAllInReach(page)
  })

  await test.step('/login, 320 px wide, in a field', async () => {
    await page.setViewportSize({ width: 320, height: 560 })
    await page.goto('/login')
    const password = page.getByLabel('Password')
    await password.focus()
    await showBanner(page)
    await expectAbove(password, consentOn(page).banner)
    await expectAllInReach(page)
  })
})

/** What depends on the size has been measured again and painted. */
async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await waitForAnimations(page)
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

/** Everything that can be pressed or filled in lies on top once it has been scrolled to. */
async function expectAllInReach(page: Page): Promise<void> {
  const controls = page.locator(':is(main, footer) :is(a, button, input)').filter({ visible: true })
  const covered = await controls.evaluateAll((elements) =>
    elements.map((element) => {
      element.scrollIntoView({ block: 'nearest' })
      const [{ left, top, width, height } = new DOMRect()] = element.getClientRects()
      const found = document.elementFromPoint(left + width / 2, top + height / 2)
      return element === found || element.contains(found) ? '' : element.outerHTML
    }),
  )
  expect(covered.length).toBeGreaterThan(3)
  expect(covered.filter((element) => element !== '')).toEqual([])
}

async function expectAbove(element: Locator, over: Locator): Promise<void> {
  const [box, cover] = [await element.boundingBox(), await over.boundingBox()]
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(cover?.y ?? 0)
}
