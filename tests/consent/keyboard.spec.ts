/** No pointer is used here. */
import type { Locator, Page } from '@playwright/test'
import { openWithBanner, storedChoice } from '../support/consent-page'
import { expect, test } from '../support/fixtures'

test.use({ hasChosen: false })

/** Presses Tab (or Shift+Tab) until this has the focus. */
async function walkTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let press = 0; press < 40; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

const choiceOn = async (page: Page) => JSON.parse((await storedChoice(page)).choice ?? '{}')
const firstLink = (page: Page) => page.getByRole('banner').getByRole('link').first()

test('the banner steals no focus, is what the keyboard finds first, and goes as the eye does', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const { close, reject, customize, accept } = await openWithBanner(page)
  await expect(page.locator('body')).toBeFocused()
  for (const next of [close, reject, accept, customize, firstLink(page)]) {
    await page.keyboard.press('Tab')
    await expect(next).toBeFocused()
  }
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const previous of [accept, customize, reject, close]) {
    await page.keyboard.press('Shift+Tab')
    await expect(previous).toBeFocused()
  }
})

test('each answer can be given; the next Tab goes on at the start of the page', async ({ page }) => {
  for (const [name, key, type] of [
    ['accept', 'Space', 'accept_all'],
    ['reject', 'Enter', 'reject_all'],
    ['close', 'Space', 'reject_all'],
  ] as const) {
    await test.step(`${name} with ${key}`, async () => {
      const { [name]: button, banner } = await openWithBanner(page)
      await walkTo(page, button)
      await page.keyboard.press(key)
      await expect(banner).toHaveCount(0)
      expect(await choiceOn(page)).toMatchObject({ type })
      await page.keyboard.press('Tab')
      await expect(firstLink(page)).toBeFocused()
      await page.evaluate(() => localStorage.clear())
    })
  }
})

test('customize, leave by Escape, customize again, switch, look what is stored, save', async ({ page }) => {
  const { customize, dialog, analytics, marketing, save, banner, settings } = await openWithBanner(page)
  await walkTo(page, customize)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await walkTo(page, marketing)
  await page.keyboard.press('Space')
  await expect(marketing).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(customize).toBeFocused()

  await page.keyboard.press('Space')
  await walkTo(page, analytics)
  await page.keyboard.press('Space')
  await expect(analytics).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('A random number that tells visitors apart')).toBeVisible()
  await walkTo(page, save)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(banner).toHaveCount(0)
  expect(await choiceOn(page)).toMatchObject({ analytics: true, marketing: false, type: 'custom' })

  await test.step('Enter on a switch saves the form, as it does in any form', async () => {
    await walkTo(page, settings, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await walkTo(page, marketing)
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    expect(await choiceOn(page)).toMatchObject({ analytics: true, marketing: true })
  })
})

test('a key that comes before the browser has told of the closing opens the dialog again', async ({
  page,
}) => {
  const { customize, dialog } = await openWithBanner(page)
  await customize.press('Enter')
  await expect(dialog).toBeVisible()
  await page.evaluate(() => {
    document.querySelector('dialog')?.close()
    const buttons = [...document.querySelectorAll('button')]
    buttons.find(({ textContent }) => textContent === 'Customize')?.click()
  })
  await expect(dialog).toBeVisible()
  expect(await dialog.evaluate((element) => element.matches('dialog:modal'))).toBe(true)
})

test('accept, and withdraw later: backwards to the footer, switch off, save, read, close', async ({
  page,
  context,
}) => {
  const { accept, banner, settings, dialog, analytics, marketing, save, notice } = await openWithBanner(page)
  await walkTo(page, accept)
  await page.keyboard.press('Enter')
  await expect(banner).toHaveCount(0)
  for (const name of ['_ga', '_ga_ABC', '_gcl_au']) {
    await context.addCookies([{ name, value: 'GA1.1.1.1', url: page.url() }])
  }
  await page.reload()
  await expect(settings).toBeEnabled()
  await walkTo(page, settings, 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect(dialog).toBeVisible()
  for (const category of [analytics, marketing]) {
    await walkTo(page, category)
    await page.keyboard.press('Space')
    await expect(category).not.toBeChecked()
  }
  await walkTo(page, save)
  await page.keyboard.press('Space')
  await expect(notice.getByRole('alert')).toContainText('3 cookies were deleted.')
  await expect(settings).toBeFocused()
  expect(await context.cookies()).toEqual([])
  const close = notice.getByRole('button', { name: 'Close' })
  await walkTo(page, close)
  await page.keyboard.press('Enter')
  await expect(notice).toHaveCount(0)
  expect(await choiceOn(page)).toMatchObject({ analytics: false, marketing: false })
})
