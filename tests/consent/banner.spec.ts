/** What the banner says, and how it looks. */
import { openWithBanner } from '../support/consent-page'
import { expect, test } from '../support/fixtures'

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

  for (const width of [320, 1440])
    await test.step(`Reject All is as prominent as Accept All: ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 })
      expect(await reject.getAttribute('class')).toBe(await accept.getAttribute('class'))
      const [one, other] = [await reject.boundingBox(), await accept.boundingBox()]
      expect(one?.y, 'in one row').toBe(other?.y)
      expect(one?.height).toBe(other?.height)
      expect(one?.width).toBeCloseTo(other?.width ?? 0, 0)
    })

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
