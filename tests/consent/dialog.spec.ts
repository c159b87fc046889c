import { inventory } from '@/lib/consent/inventory'
import { consentPolicy } from '@/lib/consent/record'
import { consentOn, openWithBanner, storedChoice, storeEarlierChoice } from '../support/consent-page'
import { expect, test } from '../support/fixtures'

test.use({ hasChosen: false })

test('the dialog has the specified text, is modal, and records nothing unsaved', async ({ page }) => {
  const { dialog, banner, customize, essential, analytics, closeDialog } = await openWithBanner(page)
  await customize.click()
  await expect(dialog).toBeVisible()
  await expect(page.locator('[data-consent-banner]'), 'which asks the same').toBeHidden()

  await test.step('its text', async () => {
    await expect(dialog.getByRole('heading')).toHaveText('Manage Cookie Preferences')
    await expect(dialog.getByRole('switch')).toHaveCount(3)
    for (const [name, text] of [
      ['Essential Cookies', 'Required for basic site functionality Always active'],
      ['Analytics Cookies', 'Help us understand how visitors interact with our website'],
      ['Marketing Cookies', 'Used to track visitors across websites for marketing'],
    ] as const) {
      await expect(dialog.getByText(text, { exact: true })).toBeVisible()
      await expect(dialog.getByRole('switch', { name, exact: true })).toHaveAccessibleDescription(text)
    }
    const buttons = ['Reject All', 'Accept All', 'Save Preferences']
    await expect(dialog.getByRole('button', { name: /All|Preferences/ })).toHaveText(buttons)
  })

  await test.step('it is a native modal with the focus inside; the essential switch stays on', async () => {
    expect(await dialog.evaluate((element) => element.matches('dialog:modal:focus-within'))).toBe(true)
    await expect(essential).toBeChecked()
    await expect(essential).toBeDisabled()
  })

  for (const [key, close] of [
    ['Escape', () => page.keyboard.press('Escape')],
    ['the close button', () => closeDialog.click()],
  ] as const) {
    await test.step(`${key} closes it, records nothing, and gives the focus back to Customize`, async () => {
      await analytics.click()
      await expect(analytics).toBeChecked()
      await close()
      await expect(dialog).toHaveCount(0)
      await expect(banner).toBeVisible()
      await expect(customize).toBeFocused()
      expect(await storedChoice(page)).toEqual({ choice: null, time: null })
      await customize.click()
      await expect(analytics, 'what was not saved is forgotten').not.toBeChecked()
    })
  }
})

test('the dialog opens from the footer and /privacy, and the focus returns there', async ({ page }) => {
  const { dialog, banner, analytics, save, settings: inFooter } = consentOn(page)
  await storeEarlierChoice(page, 'custom', { analytics: true, marketing: false })
  for (const { path, area, isOn } of [
    { path: '/terms', area: 'contentinfo', isOn: false },
    { path: '/privacy', area: 'main', isOn: true },
  ] as const) {
    await test.step(`from ${area} of ${path}`, async () => {
      const settings = page.getByRole(area).getByRole('button', { name: 'Cookie settings' })
      await page.goto(path)
      await settings.click()
      await analytics.click()
      await save.click()
      await expect(dialog).toHaveCount(0)
      await expect(settings).toBeFocused()
      await expect(banner).toHaveCount(0)
      expect(JSON.parse((await storedChoice(page)).choice ?? '')).toMatchObject({ analytics: isOn })
    })
  }
  await test.step('/privacy and the dialog show every entry of the inventory', async () => {
    await inFooter.click()
    await expect(dialog).toBeVisible()
    for (const summary of await dialog.getByText('What’s stored').all()) await summary.click()
    const onPage = await page.locator('main li').allTextContents()
    const inDialog = dialog.getByRole('listitem')
    await expect(inDialog).toHaveCount(inventory.length)
    const inDialogWords = await inDialog.allTextContents()
    for (const { name, kind, setBy, lifetime, purpose } of inventory) {
      const words = `${name} (${kind}, set by ${setBy}, ${lifetime}): ${purpose}`
      expect(onPage.filter((text) => text.includes(words))).toHaveLength(1)
      expect(inDialogWords.filter((text) => text.includes(words))).toHaveLength(1)
    }
    for (const item of await inDialog.all()) await expect(item).toBeVisible()
  })
})

const time = '2026-11-20T16:03:00.000Z'

test('saved switches are shown again', async ({ page }) => {
  const { dialog, banner, customize, analytics, marketing, save, settings } = consentOn(page)
  const saved = { essential: true, analytics: true, marketing: false, policy: consentPolicy, type: 'custom' }
  await page.clock.setFixedTime(time)
  await openWithBanner(page)
  await customize.click()
  await analytics.click()
  await save.click()
  await expect(dialog).toHaveCount(0)
  await expect(banner).toHaveCount(0)
  const stored = await storedChoice(page)
  expect([JSON.parse(stored.choice ?? ''), stored.time]).toEqual([{ ...saved, gpc: false }, time])
  await page.reload()
  await settings.click()
  await expect(analytics).toBeChecked()
  await expect(marketing).not.toBeChecked()
})
