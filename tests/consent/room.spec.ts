import type { Page } from '@playwright/test'
import { bannerDelayMs } from '@/lib/consent-keys'
import { awaitRest, consentOn } from '../support/consent-page'
import { expect, test } from '../support/fixtures'

/** Scrollbars that take room, as on most desktops: Playwright hides them, and what they would move with them. */
test.use({
  hasChosen: false,
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] })
  },
})

/**
 * When the page has come to rest, but for the banner, which is kept back until then: the banner of the emulator has
 * taken its room.
 */
async function openAtRest(page: Page, path: string): Promise<number> {
  await page.addInitScript((delayMs) => {
    const start = window.setTimeout
    const kept: TimerHandler[] = []
    const keepBack = (work: TimerHandler, waitMs?: number) =>
      waitMs === delayMs ? kept.push(work) : start(work, waitMs)
    const letGo = () => {
      for (const work of kept) start(work)
    }
    Object.assign(window, { setTimeout: keepBack, letGo })
  }, bannerDelayMs)
  await page.goto(path)
  await expect(page.getByText('Running in emulator mode.')).toBeVisible()
  expect(await consentOn(page).banner.count()).toBe(0)
  return page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() =>
          setTimeout(() => {
            resolve(performance.now())
            ;(window as unknown as { letGo(): void }).letGo()
          }),
        ),
      ),
  )
}

/** The layout shifts since then, in the browser's own measure. */
function shiftsSince(page: Page, beganMs: number): Promise<number[]> {
  return page.evaluate(
    (beganMs) =>
      new Promise<number[]>((resolve) => {
        const values = (entries: PerformanceEntry[]) =>
          entries
            .filter(({ startTime }) => startTime > beganMs)
            .map((entry) => (entry as PerformanceEntry & { value: number }).value)
        const observer = new PerformanceObserver((list) => resolve(values(list.getEntries())))
        observer.observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(values(observer.takeRecords()))))
      }),
    beganMs,
  )
}

for (const path of ['/', '/contact', '/login']) {
  for (const width of [320, 1280]) {
    test(`${path}, ${width} px wide: the banner moves nothing when it comes, nor when it goes`, async ({
      page,
    }) => {
      const { banner, reject } = consentOn(page)
      await page.setViewportSize({ width, height: 1000 })
      const beganMs = await openAtRest(page, path)
      const before = await page.locator('main').boundingBox()
      await expect(banner).toBeVisible()
      await awaitRest(page)
      expect(await page.locator('main').boundingBox()).toMatchObject({ x: before?.x, width: before?.width })
      await reject.click()
      await expect(banner).toHaveCount(0)
      expect(await shiftsSince(page, beganMs)).toEqual([])
    })
  }
}

test('a shift would be noticed', async ({ page }) => {
  const beganMs = await openAtRest(page, '/')
  await page.evaluate(() => document.querySelector('main')?.style.setProperty('margin-top', '200px'))
  await expect.poll(() => shiftsSince(page, beganMs)).toEqual([expect.any(Number)])
})

test('whoever has scrolled stays where he is', async ({ page }) => {
  const { banner } = consentOn(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/privacy')
  await page.evaluate(() => window.scrollTo(0, 500))
  await expect(banner).toBeVisible()
  await awaitRest(page)
  expect(await page.evaluate(() => window.scrollY)).toBe(500)
})

for (const path of ['/', '/login', '/contact', '/privacy']) {
  for (const width of [320, 1280]) {
    test(`${path}, ${width} px wide: what the banner covers can be scrolled clear of it`, async ({
      page,
    }) => {
      const { banner } = consentOn(page)
      await page.setViewportSize({ width, height: 640 })
      await page.goto(path)
      await expect(banner).toBeVisible()
      await awaitRest(page)
      const controls = page.locator(':is(main, footer) :is(a, button, input)').filter({ visible: true })
      expect(await controls.count()).toBeGreaterThan(3)
      for (const control of await controls.all()) {
        await control.evaluate((element) => element.scrollIntoView({ block: 'nearest' }))
        const isOnTop = await control.evaluate((element) => {
          const [{ left, top, width, height } = new DOMRect()] = element.getClientRects()
          const found = document.elementFromPoint(left + width / 2, top + height / 2)
          return element === found || element.contains(found)
        })
        expect(isOnTop, (await control.textContent()) ?? '').toBe(true)
      }
    })
  }
}

test('a field with the focus is not left under the banner', async ({ page }) => {
  const { banner } = consentOn(page)
  await page.setViewportSize({ width: 320, height: 560 })
  await page.goto('/login')
  await page.getByLabel('Password').focus()
  await expect(banner).toBeVisible()
  await awaitRest(page)
  const [field, over] = [await page.getByLabel('Password').boundingBox(), await banner.boundingBox()]
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0)
})

test('in a window that is too low for it the banner scrolls, and all its buttons can be reached', async ({
  page,
}) => {
  const { banner, reject, customize, accept, close } = consentOn(page)
  await page.setViewportSize({ width: 320, height: 200 })
  await page.goto('/')
  await expect(banner).toBeVisible()
  for (const button of [close, reject, accept, customize]) {
    await button.focus()
    await expect(button).toBeInViewport({ ratio: 1 })
  }
})

test('the notice after a withdrawal leaves the button that has the focus in view', async ({
  page,
  context,
}) => {
  const { banner, accept, settings, analytics, save, notice } = consentOn(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  await accept.click()
  await expect(banner).toHaveCount(0)
  await context.addCookies([{ name: '_ga', value: 'GA1.1.1.1', url: page.url() }])
  await settings.click()
  await analytics.click()
  await save.click()
  await expect(notice.getByRole('alert')).toHaveText(
    'Your choice is saved, and holds from now on. 1 cookie was deleted.',
  )
  await awaitRest(page)
  await expect(settings).toBeFocused()
  const [button, over] = [await settings.boundingBox(), await notice.boundingBox()]
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0)
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect(notice).toHaveCount(0)
})
