import { colors } from '@/lib/site/brand'
import { themeKey } from '@/lib/theme'
import { openWithBanner } from '../support/consent-page'
import { expect, test } from '../support/fixtures'
import { computedColor } from '../support/pages'

test.use({ hasChosen: false })

test('a printed page is black on white, without banners, buttons and menus', async ({ page }) => {
  await page.addInitScript((key) => localStorage.setItem(key, 'dark'), themeKey)
  const { banner } = await openWithBanner(page, '/login')
  const emulator = page.getByText('Running in emulator mode.')
  await expect(emulator).toBeVisible()
  await expect(page.locator('html')).toHaveCSS('background-color', computedColor(colors.paper.dark))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  for (const part of [banner, emulator, page.locator('footer'), page.locator('header nav')])
    await expect(part).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeHidden()
})
