/** No pointer is used here. */
import type { Locator, Page } from '@playwright/test'
import { openWithBanner, storedChoice } from '../support/consent-page'
import { expect, test } from '../support/fixtures'

test.use({ hasChosen: false })

/** Tabs to the target and presses the key there. */
async function pressOn(
  page: Page,
  target: Locator,
  key: string,
  step: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  for (let steps = 0; steps < 40; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press(step)
  }
  await expect(target).toBeFocused()
  await page.keyboard.press(key)
}

const choiceOn = async (page: Page) => JSON.parse((await storedChoice(page)).choice ?? '{}')
const firstLink = (page: Page) => page.getByRole('link', { name: 'Skip to content' })

test('when the banner goes, the focus goes back to where it was, or to the start of the page', async ({
  page,
}) => {
  await test.step('rejected by a press while a field had it', async () => {
    const { banner, reject } = await openWithBanner(page, '/login')
    await page.getByLabel('Email').focus()
    await reject.click()
    await expect(banner).toHaveCount(0)
    await expect(page.getByLabel('Email')).toBeFocused()
  })
  await test.step('rejected in the dialog, with nothing before', async () => {
    await page.evaluate(() => localStorage.clear())
    const { customize, rejectInDialog, banner } = await openWithBanner(page, '/terms')
    await pressOn(page, customize, 'Enter')
    await pressOn(page, rejectInDialog, 'Enter')
    await expect(banner).toHaveCount(0)
    await expect(firstLink(page)).toBeFocused()
  })
})

test('the banner comes first in the tab order, and takes no focus', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const { banner, close, privacy, reject, customize, accept, ...inDialog } = await openWithBanner(page)
  const { dialog, analytics, marketing, save, settings } = inDialog

  await test.step('the tab order is the visual order', async () => {
    await expect(page.locator('body')).toBeFocused()
    for (const next of [close, privacy, reject, customize, accept, firstLink(page)]) {
      await page.keyboard.press('Tab')
      await expect(next).toBeFocused()
    }
    await page.setViewportSize({ width: 1280, height: 720 })
    for (const previous of [accept, customize, reject, privacy, close]) {
      await page.keyboard.press('Shift+Tab')
      await expect(previous).toBeFocused()
    }
  })

  await test.step('a switch, what is stored, and saving', async () => {
    await pressOn(page, customize, 'Enter')
    await pressOn(page, analytics, 'Space')
    await expect(analytics).toBeChecked()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('A random number that tells visitors apart')).toBeVisible()
    await pressOn(page, save, 'Enter')
    await expect(dialog).toHaveCount(0)
    await expect(banner).toHaveCount(0)
    expect(await choiceOn(page)).toMatchObject({ analytics: true, marketing: false, type: 'custom' })
  })

  await test.step('Enter on a switch saves, as in any form', async () => {
    await pressOn(page, settings, 'Enter', 'Shift+Tab')
    await pressOn(page, marketing, 'Space')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    expect(await choiceOn(page)).toMatchObject({ analytics: true, marketing: true })
  })

  await test.step('withdrawing gives the focus back', async () => {
    await page.keyboard.press('Shift+Tab')
    await pressOn(page, settings, 'Space')
    await expect(dialog).toBeVisible()
    for (const category of [analytics, marketing]) {
      await pressOn(page, category, 'Space')
      await expect(category).not.toBeChecked()
    }
    await pressOn(page, save, 'Space')
    await expect(settings).toBeFocused()
    expect(await choiceOn(page)).toMatchObject({ analytics: false, marketing: false })
  })
})
