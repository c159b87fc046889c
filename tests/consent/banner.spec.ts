/** What the banner says, and how it looks. */
import type { Locator } from '@playwright/test'
import { openWithBanner } from '../support/consent-page'
import { expect, test } from '../support/fixtures'
import { waitForAnimations } from '../support/pages'

test.use({ hasChosen: false })

test('the banner has the specified text, and rejecting looks as easy as accepting', async ({ page }) => {
  const { banner, close, privacy, reject, customize, accept } = await openWithBanner(page)

  await test.step('its text and buttons', async () => {
    await expect(banner.locator('h2, p, button')).toHaveText([
      'We use cookies',
      '×',
      'We use cookies to improve your experience and analyze traffic.',
      'If you allow it, they count visits and measure ads. Change that at any time in “Cookie settings” below. More in Privacy.',
      ...['Reject All', 'Customize', 'Accept All'],
    ])
    await expect(privacy).toHaveAttribute('href', '/privacy')
  })

  await page.mouse.move(0, 0)
  for (const { width, colorScheme, forcedColors } of looks) {
    const name = `Reject All is as prominent as Accept All: ${width} px, ${colorScheme}, forced colours ${forcedColors}`
    await test.step(name, async () => {
      await page.emulateMedia({ colorScheme, forcedColors })
      await page.setViewportSize({ width, height: 800 })
      await waitForAnimations(page)
      const look = await lookOf(reject)
      expect(look.width).toBeGreaterThan(80)
      expect(await lookOf(accept)).toEqual(look)
      const [one, other] = [await reject.boundingBox(), await accept.boundingBox()]
      expect(one?.y, 'in one row').toBe(other?.y)
    })
  }

  await test.step('on a short phone it leaves three fifths of the screen', async () => {
    await page.setViewportSize({ width: 390, height: 600 })
    expect((await banner.boundingBox())?.height).toBeLessThanOrEqual(240)
  })

  for (const width of [320, 1280]) {
    await test.step(`all that can be pressed is at least 44 px high and wide: ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 })
      for (const button of [close, reject, customize, accept]) {
        const box = await button.boundingBox()
        expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(44)
      }
    })
  }
})

/** Pairs: both arrangements, both palettes, and the browser's own. */
const looks = [
  { width: 320, colorScheme: 'dark', forcedColors: 'none' },
  { width: 480, colorScheme: 'light', forcedColors: 'none' },
  { width: 768, colorScheme: 'dark', forcedColors: 'active' },
  { width: 1440, colorScheme: 'light', forcedColors: 'none' },
] as const

const styles = [
  ...(['color', 'backgroundColor', 'borderColor', 'borderWidth', 'borderRadius', 'boxShadow'] as const),
  ...(['fontFamily', 'fontSize', 'fontWeight', 'lineHeight', 'textDecorationLine', 'opacity'] as const),
]

async function lookOf(button: Locator) {
  const box = await button.boundingBox()
  const style = await button.evaluate(
    (element, names) => names.map((name) => `${name}: ${getComputedStyle(element)[name]}`),
    styles,
  )
  return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0), style }
}
