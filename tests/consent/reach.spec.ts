/** All of a page can be reached beside the banner (WCAG 2.4.11), which shifts nothing. */
import type { Page } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { consentOn, openWithBanner, setBannerDelay, showBanner } from '../support/consent-page'
import { expect, test } from '../support/fixtures'
import { changeConfig, exampleOperator } from '../support/operator'
import { waitForAnimations } from '../support/pages'
import { signInWithoutForm } from '../support/visitor'

test.use({ hasChosen: false })

const emulator = (page: Page) => page.getByText('Running in emulator mode.')

const phone = [390, 844] as const
const smallPhone = [320, 568] as const
const tablet = [768, 1024] as const
const desktop = [1280, 800] as const

for (const { path, sizes } of [
  { path: '/', sizes: [phone, desktop] },
  { path: '/login', sizes: [smallPhone, desktop] },
  { path: '/contact', sizes: [phone, tablet] },
] as const) {
  test(`on ${path}, all that the banner covers can be reached`, async ({ page }) => {
    // With an address to write to, /contact has the most.
    await changeConfig(page, { operator: exampleOperator })
    for (const [width, height] of sizes) {
      await test.step(`at ${width} × ${height}`, async () => {
        await page.setViewportSize({ width, height })
        await openWithBanner(page, path)
        await waitForAnimations(page)
        await expect(emulator(page)).toBeVisible()
        await resize(page, width, height)
        expect(await coveredOnFocus(page), 'covered with the focus').toEqual([])
      })
    }

    await test.step('zoomed to 400 %, nothing with the focus is wholly covered', async () => {
      await resize(page, 320, 256)
      expect(await coveredOnFocus(page, 'wholly')).toEqual([])
    })

    await test.step('what it covers can be scrolled clear of it', async () => {
      await resize(page, 1280, 640)
      await expectAllInReach(page)
    })

    await test.step('in a window that is too low the banner scrolls, and all its buttons can be reached', async () => {
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

test('the banner shifts nothing, keeps scroll position and focus, and can be scrolled clear', async ({
  page,
}) => {
  await setBannerDelay(page, 'when called')

  await page.setViewportSize({ width: 320, height: 560 })
  await page.goto('/privacy')
  await page.evaluate(() => window.scrollTo(0, 500))
  await expect(emulator(page)).toBeVisible()
  const places = () =>
    page.locator('header, main, main > * > *, footer').evaluateAll((elements) =>
      elements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return [x, y, width, height].join()
      }),
    )
  const before = await places()
  await showBanner(page)
  expect(await page.evaluate(() => window.scrollY)).toBe(500)
  expect(await places()).toEqual(before)
  await expectAllInReach(page)
  await page.evaluate(() => window.scrollTo(0, 500))
  const { banner, reject } = consentOn(page)
  await reject.click()
  await expect(banner).toHaveCount(0)
  expect(await places()).toEqual(before)
  await page.evaluate(() => localStorage.clear())

  await page.goto('/login')
  const password = page.getByLabel('Password')
  await password.focus()
  await showBanner(page)
  const [box, cover] = [await password.boundingBox(), await consentOn(page).banner.boundingBox()]
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(cover?.y ?? 0)
  await expectAllInReach(page)
})

test('on a short phone the banner leaves the sign-in form free, and scrolls no text being written', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 600 })
  const { banner } = await openWithBanner(page, '/login')
  await expect(emulator(page)).toBeVisible()
  await waitForAnimations(page)
  const cover = await banner.boundingBox()
  const submit = page.getByRole('button', { name: 'Sign in', exact: true })
  for (const control of [page.getByLabel('Email'), page.getByLabel('Password', { exact: true }), submit]) {
    const box = await control.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(cover?.y ?? 0)
  }

  await signInWithoutForm(page, site, await createAccount(site))
  await openWithBanner(page, '/app/new')
  await waitForAnimations(page)
  await expect(page.getByRole('textbox', { name: 'Note', exact: true })).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

/** Waits until the page is measured again and painted. */
async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await waitForAnimations(page)
}

/** The elements that the banner covers while they have the focus. */
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

/** Every control is on top once it is scrolled into view. */
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
