import type { Page } from '@playwright/test'
import { clearStoredChoice, consentOn, setBannerDelay, showBanner } from '../support/consent-page'
import { expect, test } from '../support/fixtures'
import { contextWithout } from '../support/other-browser'

test.use({ hasChosen: false })

/** With scrollbars that take space, as on most desktops. */
test.use({ context: contextWithout('--hide-scrollbars') })

test('the banner shifts nothing when it appears and when it goes', async ({ page }) => {
  await setBannerDelay(page, 'when called')
  const { banner, reject } = consentOn(page)
  for (const [path, width] of [
    ['/login', 1280],
    ['/contact', 320],
    ['/', 1280],
  ] as const) {
    await test.step(`${path}, ${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 1000 })
      const beganMs = await openAtRest(page, path)
      const before = await page.locator('main').boundingBox()
      await showBanner(page)
      expect(await page.locator('main').boundingBox()).toMatchObject({ x: before?.x, width: before?.width })
      await reject.click()
      await expect(banner).toHaveCount(0)
      await clearStoredChoice(page)
      expect(await shiftsSince(page, beganMs)).toEqual([])
    })
  }
  await test.step('a shift would be noticed', async () => {
    const beganMs = await page.evaluate(() => performance.now())
    await page.evaluate(() => document.querySelector('main')?.style.setProperty('margin-top', '200px'))
    await expect.poll(() => shiftsSince(page, beganMs)).toEqual([expect.any(Number)])
  })
})

/** Opens the page without the banner. Returns the time at which it rests. */
async function openAtRest(page: Page, path: string): Promise<number> {
  await page.goto(path)
  await expect(page.getByText('Running in emulator mode.')).toBeVisible()
  expect(await consentOn(page).banner.count()).toBe(0)
  return page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))),
      ),
  )
}

/** The layout shifts since then, as the browser measures them. */
function shiftsSince(page: Page, beganMs: number): Promise<number[]> {
  return page.evaluate(
    (beganMs) =>
      new Promise<number[]>((resolve) => {
        const values: number[] = []
        const collect = (entries: PerformanceEntry[]) => {
          for (const entry of entries)
            if (entry.startTime > beganMs) values.push((entry as PerformanceEntry & { value: number }).value)
        }
        const observer = new PerformanceObserver((list) => collect(list.getEntries()))
        observer.observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            collect(observer.takeRecords())
            resolve(values)
          }),
        )
      }),
    beganMs,
  )
}
