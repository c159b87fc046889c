import type { Page } from '@playwright/test'
import { colors } from '@/lib/site/brand'
import { expect, test } from '../support/fixtures'
import { computedColor } from '../support/pages'

const themeSwitch = (page: Page) => page.getByLabel('Theme')
const root = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const colour = (page: Page) => page.locator('meta[name="theme-color" i]').first().getAttribute('content')
const { paper } = colors
const dark = computedColor(paper.dark)
const light = computedColor(paper.light)

/** Runs in each page: what the theme was before its body was there, so before anything was painted. */
function noteFirstTheme(): void {
  new MutationObserver((_, observer) => {
    if (!document.body) return
    observer.disconnect()
    Object.assign(window, { firstTheme: document.documentElement.dataset.theme ?? 'none' })
  }).observe(document, { childList: true, subtree: true })
}

test.use({ expectedErrors: /404 \(Not Found\)/ })

test('a theme shows on every page before the first paint, and in other tabs', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(noteFirstTheme)
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/terms')
  await expect(themeSwitch(other)).toBeEnabled()
  expect(await root(page)).toBe(light)
  await themeSwitch(page).selectOption('Dark')
  expect([await root(page), await colour(page)]).toEqual([dark, paper.dark])
  await expect.poll(() => root(other)).toBe(dark)
  await expect(themeSwitch(other)).toHaveValue('dark')
  for (const path of ['/login', '/no/such/page', '/privacy']) {
    await page.goto(path)
    await expect(themeSwitch(page)).toHaveValue('dark')
    const first = await page.evaluate(() => (window as unknown as { firstTheme: string }).firstTheme)
    expect([first, await root(page), await colour(page)]).toEqual(['dark', dark, paper.dark])
  }
  await themeSwitch(page).selectOption('System')
  expect([await root(page), await colour(page)]).toEqual([light, paper.light])
  expect(await page.evaluate(() => localStorage.getItem('foyer-theme'))).toBeNull()
})
