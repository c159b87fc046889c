import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { awaitRest, consentOn, storedChoice } from '../support/consent-page'
import { expect, test } from '../support/fixtures'

test.use({ hasChosen: false })

async function faultsOn(page: Page): Promise<string[]> {
  await awaitRest(page)
  const { violations, passes } = await new AxeBuilder({ page }).analyze()
  expect(passes.length).toBeGreaterThan(10)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

for (const width of [320, 768, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const forcedColors of ['none', 'active'] as const) {
      test.describe(`${width} px wide, ${colorScheme}, forced colours ${forcedColors}`, () => {
        test.use({ viewport: { width, height: 800 }, colorScheme, contextOptions: { forcedColors } })

        test('axe finds no fault in banner, dialog and notice', async ({ page, context }) => {
          const { banner, customize, dialog, analytics, save, settings, notice } = consentOn(page)
          await page.goto('/')
          await expect(banner).toBeVisible()
          expect(await faultsOn(page)).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
          await customize.click()
          await expect(dialog).toBeVisible()
          for (const summary of await dialog.getByText('What is stored').all()) await summary.click()
          await analytics.click()
          expect(await faultsOn(page)).toEqual([])
          expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
          await save.click()
          await context.addCookies([{ name: '_ga', value: 'GA1.1.1.1', url: page.url() }])
          await settings.click()
          await analytics.click()
          await save.click()
          await expect(notice).toBeVisible()
          expect(await faultsOn(page)).toEqual([])
        })
      })
    }
  }
}

test.describe('forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('show what can be pressed by a border, and whether a switch is on by more than colour', async ({
    page,
  }) => {
    const { banner, reject, customize, accept, close, analytics, save } = consentOn(page)
    await page.goto('/')
    await expect(banner).toBeVisible()
    for (const button of [reject, customize, accept]) {
      const border = await button.evaluate((element) => getComputedStyle(element).borderTopWidth)
      expect(Number.parseFloat(border)).toBeGreaterThan(0)
    }
    await expect(close).toHaveText('×')
    await customize.click()
    const knob = () => analytics.evaluate((element) => getComputedStyle(element, '::before').left)
    const off = await knob()
    await analytics.click()
    expect(await knob()).not.toBe(off)
    await save.click()
    expect((await storedChoice(page)).choice).toContain('"analytics":true')
  })
})

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test.describe(`motion: ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } })

    test('the banner is animated for those alone who do not mind', async ({ page }) => {
      const { banner, accept } = consentOn(page)
      await page.goto('/')
      await expect(banner).toBeVisible()
      const animation = await banner.evaluate((element) => getComputedStyle(element).animationName)
      if (reducedMotion === 'reduce') expect(animation).toBe('none')
      else expect(animation).not.toBe('none')
      await accept.click()
      await expect(banner).toHaveCount(0)
    })
  })
}
