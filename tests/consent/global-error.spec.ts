import { emulatorWarning } from '@/lib/config/emulator'
import { colors } from '@/lib/site/brand'
import { consentOn, setBannerDelay, storedChoice } from '../support/consent-page'
import { expect, test } from '../support/fixtures'
import { computedColor } from '../support/pages'

test.use({ hasChosen: false, expectedErrors: /Error: the layout fails|^Error:/ })

test('a failed layout still has the look of the site and both banners', async ({ page }) => {
  await page.addInitScript(() => {
    // What the header asks for as soon as it runs.
    window.BroadcastChannel = class {
      constructor() {
        throw new Error('the layout fails')
      }
    } as unknown as typeof BroadcastChannel
  })
  await setBannerDelay(page, 'at once')
  const { reject } = consentOn(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Internal Server Error' })).toBeVisible()
  await expect(page.getByText('the layout fails')).toBeHidden()
  await reject.click()
  await expect(reject).toBeHidden()
  expect((await storedChoice(page)).choice).toContain('"analytics":false')
  await expect(page.getByText(emulatorWarning, { exact: true })).toHaveCSS('position', 'fixed')
  await expect(page.locator('html')).toHaveCSS('background-color', computedColor(colors.paper.light))
  await expect(page.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
})

test('so does one that fails later, where a theme was chosen', async ({ page }) => {
  await page.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('foyer-theme', 'dark')
  })
  await page.goto('/terms')
  await expect(page.getByLabel('Theme')).toBeEnabled()
  await page.evaluate(() => {
    HTMLDialogElement.prototype.showModal = () => {
      throw new Error('the layout fails')
    }
  })
  await page.getByRole('button', { name: 'Cookie settings' }).click()
  await expect(page.getByRole('heading', { name: 'Internal Server Error' })).toBeVisible()
  // The theme comes once the page is idle.
  await expect(page.locator('html')).toHaveCSS('background-color', computedColor(colors.paper.dark))
})
