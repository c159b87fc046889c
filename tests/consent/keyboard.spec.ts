import type { Locator, Page } from '@playwright/test'
import { consentOn, storedChoice } from '../support/consent-page'
import { expect, test } from '../support/fixtures'

/** No pointer is used here. */
test.use({ hasChosen: false })

/** Presses Tab (or Shift+Tab) until this has the focus. */
async function walkTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let press = 0; press < 40; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

async function arrive(page: Page) {
  await page.goto('/')
  const consent = consentOn(page)
  await expect(consent.banner).toBeVisible()
  return consent
}

const typeOf = async (page: Page) => JSON.parse((await storedChoice(page)).choice ?? '{}').type

for (const key of ['Space', 'Enter'] as const) {
  for (const [name, type] of [
    ['accept', 'accept_all'],
    ['reject', 'reject_all'],
    ['close', 'reject_all'],
  ] as const) {
    test(`${name} with ${key}; the next Tab goes on at the start of the page`, async ({ page }) => {
      const { [name]: button, banner } = await arrive(page)
      await walkTo(page, button)
      await page.keyboard.press(key)
      await expect(banner).toHaveCount(0)
      expect(await typeOf(page)).toBe(type)
      await page.keyboard.press('Tab')
      await expect(page.getByRole('banner').getByRole('link').first()).toBeFocused()
    })
  }
}

test('on a narrow screen the keyboard goes as the eye does', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const { close, reject, accept, customize } = await arrive(page)
  for (const button of [close, reject, accept, customize]) {
    await page.keyboard.press('Tab')
    await expect(button).toBeFocused()
  }
})

test('customize, leave by Escape, customize again, switch, look what is stored, save', async ({ page }) => {
  const { customize, dialog, analytics, marketing, save, banner } = await arrive(page)
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
  await expect(dialog.getByText('A random number that tells visits apart')).toBeVisible()
  await walkTo(page, save)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(banner).toHaveCount(0)
  const { choice } = await storedChoice(page)
  expect(JSON.parse(choice ?? '')).toMatchObject({ analytics: true, marketing: false, type: 'custom' })
})

test('a key that comes before the browser has told of the closing opens the dialog again', async ({
  page,
}) => {
  const { customize, dialog } = await arrive(page)
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

test('Enter on a switch saves the form, as it does in any form', async ({ page }) => {
  const { customize, analytics, dialog } = await arrive(page)
  await walkTo(page, customize)
  await page.keyboard.press('Enter')
  await walkTo(page, analytics)
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  expect(await typeOf(page)).toBe('custom')
})

test('accept, and withdraw later: backwards to the footer, switch off, save, read, close', async ({
  page,
  context,
}) => {
  const { accept, banner, settings, dialog, analytics, marketing, save, notice } = await arrive(page)
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
  expect(JSON.parse((await storedChoice(page)).choice ?? '')).toMatchObject({
    analytics: false,
    marketing: false,
  })
})
