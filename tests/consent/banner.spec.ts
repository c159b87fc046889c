/** What the banner says, and how it looks. */
import type { Locator } from '@playwright/test'
import { waitForAnimations } from '../support/animations'
import { openWithBanner } from '../support/consent-page'
import { expect, test } from '../support/fixtures'

test.use({ hasChosen: false })

test('the banner says what the specification says, and rejecting looks as easy as accepting', async ({
  page,
}) => {
  const { banner, close, privacy, reject, customize, accept } = await openWithBanner(page)

  await test.step('its words, and what it asks', async () => {
    await expect(banner.getByRole('heading', { level: 2 })).toHaveText('We use cookies')
    await expect(banner.locator('p')).toHaveText([
      'We use cookies to improve your experience and analyze traffic.',
      'If you allow it, they count visits and measure ads. Change that at any time in “Cookie settings” below. More in Privacy.',
    ])
    await expect(privacy).toHaveAttribute('href', '/privacy')
    await expect(banner.locator('button:not([aria-label])')).toHaveText([
      'Reject All',
      'Customize',
      'Accept All',
    ])
    await expect(banner.getByRole('button')).toHaveCount(4)
  })

  await test.step('it rises for those alone who do not mind, and fades in for the others', async () => {
    const animation = () => banner.evaluate((element) => getComputedStyle(element).animationName)
    expect(await animation()).toMatch(/_rise$/)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await animation()).toMatch(/_appear$/)
  })

  await page.mouse.move(0, 0)
  for (const { widths, colorScheme, forcedColors } of looks) {
    await page.emulateMedia({ colorScheme, forcedColors })
    for (const width of widths) {
      const name = `Reject All is as prominent as Accept All: ${width} px, ${colorScheme}, forced colours ${forcedColors}`
      await test.step(name, async () => {
        await page.setViewportSize({ width, height: 800 })
        await waitForAnimations(page)
        const look = await lookOf(reject)
        expect(look.width).toBeGreaterThan(80)
        expect(await lookOf(accept)).toEqual(look)
        const [one, other] = [await reject.boundingBox(), await accept.boundingBox()]
        expect(one?.y, 'in one row').toBe(other?.y)
      })
    }
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

const looks = [
  {
    widths: [320, 360, 414, 480, 600, 768, 1024, 1280, 1440],
    colorScheme: 'light',
    forcedColors: 'none',
  },
  { widths: [320, 1280], colorScheme: 'dark', forcedColors: 'none' },
  { widths: [320, 1280], colorScheme: 'light', forcedColors: 'active' },
  { widths: [320], colorScheme: 'dark', forcedColors: 'active' },
] as const

const styles = [
  'color',
  'backgroundColor',
  'borderColor',
  'borderWidth',
  'borderRadius',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'lineHeight',
  'textDecorationLine',
  'opacity',
  'boxShadow',
] as const

async function lookOf(button: Locator) {
  const box = await button.boundingBox()
  const style = await button.evaluate(
    (element, names) => names.map((name) => `${name}: ${getComputedStyle(element)[name]}`),
    styles,
  )
  return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0), style }
}
