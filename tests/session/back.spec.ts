import { letHaveChosen, none } from '../support/consent-page'
import { expect, test } from '../support/fixtures'
import { contextWithout } from '../support/other-browser'
import { accountMenu, signInAsSomebody, signOut } from '../support/visitor'

/** Playwright switches off the browser's memory of pages; visitors have it. */
test.use({ context: contextWithout('--disable-back-forward-cache') })

test.beforeEach(({ page }) => letHaveChosen(page, 'reject_all', none))

for (const where of ['the same tab', 'another tab'] as const) {
  test(`Back after a sign-out in ${where} never shows a signed-in page`, async ({ page, site, context }) => {
    const { email } = await signInAsSomebody(page, site)
    await page.goto('/debug-config')
    await page.goto('/app')
    await expect(page.getByText(email)).toBeVisible()
    await page.getByRole('link', { name: 'Terms' }).click()
    await expect(page).toHaveURL('/terms')
    if (where === 'another tab') {
      const other = await context.newPage()
      await other.goto('/app')
      await signOut(other)
      await expect(other).toHaveURL('/')
    } else {
      await accountMenu(page).click()
      await page.getByRole('link', { name: 'Your notes' }).click()
      await signOut(page)
      await expect(page).toHaveURL('/')
      await page.goBack({ waitUntil: 'commit' })
    }
    await page.goBack({ waitUntil: 'commit' })
    await expect(page).toHaveURL(/\/login\?next=%2Fapp/)
    await expect(page.getByText(email)).toBeHidden()
  })
}

test('a page from the browser’s memory knows of a sign-out', async ({ page, site, context }) => {
  await signInAsSomebody(page, site)
  await page.goto('/privacy')
  await expect(accountMenu(page)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { mark: 'kept' }))
  await page.goto('/login?next=%2Fdebug-config')
  const other = await context.newPage()
  await other.goto('/app')
  await signOut(other)
  await expect(other).toHaveURL('/')
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL('/privacy')
  expect(await page.evaluate(() => 'mark' in window)).toBe(true)
  await expect(
    page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Sign in' }),
  ).toBeVisible()
})
