import { expect, test } from './fixtures'
import { the } from './locate'
import { click, hasFocus, isAt, see, seeNot, tabTo } from './steps'
import type { Tab } from './tab'

const isDialogOpen = (tab: Tab) => tab.run(() => document.querySelector('dialog[open]') !== null)

test('the banner is answered by the keyboard, and what is answered holds', async ({ tab, site }) => {
  await tab.resize(390, 600)
  await tab.open(`${site.url}/`)
  await see(tab, 'We use cookies')
  const height = () =>
    tab.run(() => document.querySelector('[data-consent-banner]')?.getBoundingClientRect().height)
  expect(await height(), 'low on a phone').toBeLessThanOrEqual(150)
  await tab.resize(1280, 900)

  await test.step('Escape leads from the dialog back to the button that opened it', async () => {
    await tabTo(tab, 'Customize')
    await tab.press('Enter')
    await expect.poll(() => isDialogOpen(tab)).toBe(true)
    await tab.press('Escape')
    await expect.poll(() => isDialogOpen(tab)).toBe(false)
    await hasFocus(tab, 'Customize')
  })

  await test.step('Space allows analytics, Enter saves it', async () => {
    await tab.press('Enter')
    await expect.poll(() => isDialogOpen(tab)).toBe(true)
    await tabTo(tab, 'Analytics Cookies')
    await tab.press('Space')
    await tabTo(tab, 'Save Preferences')
    await tab.press('Enter')
    await expect.poll(() => isDialogOpen(tab)).toBe(false)
    await seeNot(tab, 'We use cookies')
  })

  await test.step('another page doesn’t ask again, and the dialog knows the answer', async () => {
    await tab.open(`${site.url}/privacy`)
    await click(tab, the('button', 'Cookie settings', 'footer'))
    await expect
      .poll(() => tab.run(() => document.querySelector<HTMLInputElement>('dialog [name=analytics]')?.checked))
      .toBe(true)
    await seeNot(tab, 'We use cookies')
  })
})

test('a theme that is chosen stays, and the browser is not too old', async ({ tab, site }) => {
  const theme = () => tab.run(() => document.documentElement.dataset.theme ?? 'none')
  await tab.open(`${site.url}/terms`)
  await seeNot(tab, 'Your browser is too old')
  await expect.poll(() => tab.choose(the('field', 'Theme'), 'dark')).toBe(true)
  await expect.poll(theme).toBe('dark')
  await tab.open(`${site.url}/login`)
  await isAt(tab, '/login')
  expect(await theme()).toBe('dark')
})
