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
      'Also to measure ads. Change this anytime. Privacy',
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

  for (const [width, height] of [
    [390, 600],
    [320, 568],
    [360, 640],
  ] as const)
    await test.step(`on a short phone it is low, with its buttons in one row: ${width} px`, async () => {
      await page.setViewportSize({ width, height })
      expect((await banner.boundingBox())?.height).toBeLessThanOrEqual(150)
      const row = await Promise.all([reject, customize, accept].map((button) => button.boundingBox()))
      expect(new Set(row.map((box) => box?.y)).size).toBe(1)
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
