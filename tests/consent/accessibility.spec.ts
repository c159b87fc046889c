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

const right = (box: { x: number; width: number } | null) => (box?.x ?? 0) + (box?.width ?? 0)

test('banner and dialog are accessible, also in forced colours', async ({ page }) => {
  const { banner, reject, customize, accept, close, closeDialog, dialog, analytics } =
    await openWithBanner(page)
  await test.step('the banner', () => expectAccessible(page, looks))
  await test.step('forced colours show what can be pressed by a border', async () => {
    for (const button of [reject, customize, accept]) {
      const border = await button.evaluate((element) => getComputedStyle(element).borderTopWidth)
      expect(Number.parseFloat(border)).toBeGreaterThan(0)
    }
    await expect(close).toHaveText('×')
  })
  await test.step('the cross is in the corner', async () => {
    for (const [cross, box] of [
      [close, banner],
      [closeDialog, dialog],
    ] as const) {
      if (cross === closeDialog) await customize.click()
      const [inner, outer] = [await cross.boundingBox(), await box.boundingBox()]
      const gaps = [(inner?.y ?? 0) - (outer?.y ?? 0), right(outer) - right(inner)]
      for (const gap of gaps) expect(gap).toBeCloseTo(1, 0)
    }
    await closeDialog.click()
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
