import { initialsOf } from '@/lib/session/initials'
import { expect, test } from '../support/fixtures'
import { accountMenu, openNotesAsNewAccount, signOut } from '../support/visitor'

test('the account menu of a static page opens and closes by keyboard and pointer, and signs out', async ({
  page,
  site,
}) => {
  const { email } = await openNotesAsNewAccount(page, site)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/terms')
  const menu = accountMenu(page)
  const account = page.getByRole('navigation', { name: 'Account' })
  const initials = initialsOf({ name: null, email })
  await expect(menu).toHaveText(initials)
  // What is seen can be said to a voice control (WCAG 2.5.3).
  await expect(menu).toHaveAccessibleName(`Account menu, ${initials}`)
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(account.getByText(email)).toBeInViewport({ ratio: 1 })
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  for (const name of ['Your notes', 'Account']) {
    await page.keyboard.press('Tab')
    await expect(account.getByRole('link', { name, exact: true })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(account.getByRole('button', { name: 'Sign out' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(account.getByText(email)).toBeHidden()
  await expect(menu).toBeFocused()

  await menu.click()
  await page.mouse.click(20, 600)
  await expect(account.getByText(email)).toBeHidden()

  await menu.click()
  await account.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page).toHaveURL('/app/account')
  await expect(account.getByText(email)).toBeHidden()
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('link', { name: 'Your notes' })).toHaveAttribute(
    'href',
    '/app',
  )
  await signOut(page)
  await expect(page).toHaveURL('/')
  await expect(
    page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Sign in' }),
  ).toBeVisible()
})
