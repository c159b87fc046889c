import type { Page } from '@playwright/test'
import { createAccount, repeatSignIn } from '../support/accounts'
import { contextWithout } from '../support/browser'
import { none, storeEarlierChoice } from '../support/consent-page'
import { expect, test } from '../support/fixtures'
import { accountMenu, openNotesAs, signOut, yourNotes } from '../support/visitor'

/** Playwright disables the back/forward cache; visitors have it. */
test.use({ context: contextWithout('--disable-back-forward-cache') })

/** From a public page to the notes, and by a soft navigation to another. */
async function walkToTerms(page: Page): Promise<void> {
  await page.goto('/debug-config')
  await page.goto('/app')
  await expect(yourNotes(page)).toBeVisible()
  await page.getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveURL('/terms')
}

async function expectNoSignedInPage(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/login\?next=%2Fapp/)
  await expect(yourNotes(page)).toBeHidden()
}

/** In another tab that exists already. */
async function signOutIn(other: Page): Promise<void> {
  await other.goto('/app')
  await signOut(other)
  await expect(other).toHaveURL('/')
}

test('Back after a sign-out never shows a signed-in page, and a page from the cache is updated', async ({
  page,
  site,
  context,
}) => {
  await storeEarlierChoice(page, 'reject_all', none)
  const other = await context.newPage()
  const account = await createAccount(site)
  const signInAgain = async () => openNotesAs(page, site, await repeatSignIn(site, account))

  await test.step('in the same tab', async () => {
    await openNotesAs(page, site, account)
    await walkToTerms(page)
    await accountMenu(page).click()
    await page.getByRole('link', { name: 'Your notes' }).click()
    await signOut(page)
    await expect(page).toHaveURL('/')
    await page.goBack({ waitUntil: 'commit' })
    await expectNoSignedInPage(page)
  })

  await test.step('in another tab', async () => {
    await signInAgain()
    await walkToTerms(page)
    await signOutIn(other)
    await expectNoSignedInPage(page)
  })

  await test.step('in another tab, while the page is in the browser’s memory', async () => {
    await signInAgain()
    await page.goto('/privacy')
    await expect(accountMenu(page)).toBeVisible()
    await page.evaluate(() => Object.assign(window, { mark: 'kept' }))
    await page.goto('/login?next=%2Fdebug-config')
    await signOutIn(other)
    await page.goBack({ waitUntil: 'commit' })
    await expect(page).toHaveURL('/privacy')
    expect(await page.evaluate(() => 'mark' in window)).toBe(true)
    await expect(
      page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Sign in' }),
    ).toBeVisible()
  })
})
