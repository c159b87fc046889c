import { expectAccessible, type Look } from '../support/axe'
import { openWithBanner } from '../support/consent-page'
import { expect, test } from '../support/fixtures'

test.use({ hasChosen: false })

/** Pairs: each width has its own arrangement, and each palette is one of the browser's or ours. */
const looks: readonly Look[] = [
  { width: 320, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 768, colorScheme: 'light', forcedColors: 'active' },
]

test('banner and dialog are accessible, also in forced colours', async ({ page }) => {
  const { reject, customize, accept, close, dialog, analytics } = await openWithBanner(page)
  await test.step('the banner', () => expectAccessible(page, looks))
  await test.step('forced colours show what can be pressed by a border', async () => {
    for (const button of [reject, customize, accept]) {
      const border = await button.evaluate((element) => getComputedStyle(element).borderTopWidth)
      expect(Number.parseFloat(border)).toBeGreaterThan(0)
    }
    await expect(close).toHaveText('×')
  })
  await customize.click()
  await test.step('forced colours show whether a switch is on by more than colour', async () => {
    const knob = () => analytics.evaluate((element) => getComputedStyle(element, '::before').left)
    const off = await knob()
    await analytics.click()
    expect(await knob()).not.toBe(off)
  })
  await test.step('the dialog', async () => {
    for (const summary of await dialog.getByText('What’s stored').all()) await summary.click()
    await expectAccessible(page, looks)
  })
})
