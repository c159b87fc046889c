/** The banner covers the end of the page: nothing moves for it, and all that it covers can be reached. */
import type { Locator, Page } from '@playwright/test'
import { consentOn, openWithBanner, timeBanner } from '../support/consent-page'
import { expect, test } from '../support/fixtures'
import { contextWithout } from '../support/other-browser'
import { awaitRest } from '../support/rest'

test.use({ hasChosen: false })

test.describe('with scrollbars that take room, as on most desktops', () => {
  test.use({ context: contextWithout('--hide-scrollbars') })

  test('the banner moves nothing when it comes, nor when it goes', async ({ page }) => {
    await timeBanner(page, 'when called')
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
        await callBanner(page)
        expect(await page.locator('main').boundingBox()).toMatchObject({ x: before?.x, width: before?.width })
        await reject.click()
        await expect(banner).toHaveCount(0)
        expect(await shiftsSince(page, beganMs)).toEqual([])
        await page.evaluate(() => localStorage.clear())
      })
    }
    await test.step('a shift would be noticed', async () => {
      const beganMs = await openAtRest(page, '/')
      await page.evaluate(() => document.querySelector('main')?.style.setProperty('margin-top', '200px'))
      await expect.poll(() => shiftsSince(page, beganMs)).toEqual([expect.any(Number)])
    })
  })
})

test('what the banner covers can be scrolled clear of it, and whoever has scrolled or typed stays there', async ({
  page,
}) => {
  await timeBanner(page, 'when called')

  await test.step('/privacy, 320 px wide, scrolled', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/privacy')
    await page.evaluate(() => window.scrollTo(0, 500))
    await callBanner(page)
    expect(await page.evaluate(() => window.scrollY)).toBe(500)
    await expectAllInReach(page)
  })

  await test.step('/login, 320 px wide, in a field', async () => {
    await page.setViewportSize({ width: 320, height: 560 })
    await page.goto('/login')
    const password = page.getByLabel('Password')
    await password.focus()
    await callBanner(page)
    await expectAbove(password, consentOn(page).banner)
    await expectAllInReach(page)
  })

  for (const [path, width] of [
    ['/contact', 1280],
    ['/', 1280],
  ] as const) {
    await test.step(`${path}, ${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 640 })
      await page.goto(path)
      await callBanner(page)
      await expectAllInReach(page)
    })
  }

  await test.step('in a window that is too low for it the banner scrolls, and all its buttons can be reached', async () => {
    await page.setViewportSize({ width: 320, height: 200 })
    await page.goto('/')
    await callBanner(page)
    const { reject, customize, accept, close } = consentOn(page)
    for (const button of [close, reject, accept, customize]) {
      await button.focus()
      // What is scrolled to may miss a fraction of a pixel.
      await expect(button).toBeInViewport({ ratio: 0.99 })
    }
  })
})

test('the notice after a withdrawal leaves the button that has the focus in view', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const { banner, accept, settings, analytics, save, notice } = await openWithBanner(page)
  await accept.click()
  await expect(banner).toHaveCount(0)
  await context.addCookies([{ name: '_ga', value: 'GA1.1.1.1', url: page.url() }])
  await settings.click()
  await analytics.click()
  await save.click()
  await expect(notice.getByRole('alert')).toHaveText('Your choice is saved. 1 cookie was deleted.')
  await awaitRest(page)
  await expect(settings).toBeFocused()
  await expectAbove(settings, notice)
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect(notice).toHaveCount(0)
})

/** Lets the banner come that has been kept back, once that of the emulator has taken its room. */
async function callBanner(page: Page): Promise<void> {
  await expect(page.getByText('Running in emulator mode.')).toBeVisible()
  await page.evaluate(() => (window as unknown as { callBanner(): void }).callBanner())
  await expect(consentOn(page).banner).toBeVisible()
  await awaitRest(page)
}

/** When the page has come to rest, but for the banner. */
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
