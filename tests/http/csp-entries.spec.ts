/** A document's policy stays in force on all pages that follow softly, which bring styles of their own. */
import type { Page } from '@playwright/test'
import { clearStoredChoice, consentOn, openWithBanner } from '../support/consent-page'
import { expect, test } from '../support/fixtures'
import { watchViolations } from '../support/violations'
import { accountMenu, openNotesAsNewAccount } from '../support/visitor'

test.use({ hasChosen: false, expectedErrors: /40(1 \(Unauthorized\)|4 \(Not Found\))/ })

/** The links that every page has, by what they lead to. */
const links = { '/terms': 'Terms', '/privacy': 'Privacy', '/contact': 'Contact', '/': 'Foyer' }

test('wherever one enters, neither the pages that follow nor banner and dialog meet what the policy blocks', async ({
  page,
}) => {
  const violations = await watchViolations(page)
  // The other static pages let in the same: see `http/headers`.
  for (const entry of ['/', '/no/such/page'])
    await test.step(entry, async () => {
      await enterWithBanner(page, entry)
      for (const [path, link] of Object.entries(links)) {
        await page.locator('header, footer').getByRole('link', { name: link, exact: true }).click()
        await expect(page).toHaveURL(path)
      }
      expect(violations).toEqual([])
      // Of a page without an address of its own nothing follows softly.
      if (entry !== '/no/such/page') await expectSameDocument(page)
    })
})

test('entered at sign-in, neither its other form nor banner and dialog meet what the policy blocks', async ({
  page,
}) => {
  const violations = await watchViolations(page)
  await enterWithBanner(page, '/login')
  for (const [link, other] of [
    ['Create an account', '/login?mode=create'],
    ['Already have an account', '/login'],
  ] as const) {
    await page.getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(other)
    await page.getByLabel('Password').focus()
    await expectSameDocument(page)
  }
  expect(violations).toEqual([])
})

test('signed in, neither the notes nor the account meet what the policy of the other blocks', async ({
  page,
  site,
}) => {
  await openNotesAsNewAccount(page, site)
  const violations = await watchViolations(page)
  await enterWithBanner(page, '/app')
  await accountMenu(page).click()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page).toHaveURL('/app/account')
  await page.getByRole('link', { name: 'Back to your notes' }).click()
  await expect(page).toHaveURL('/app')
  expect(violations).toEqual([])
})

/** Opens a document, loads what the banner needs, clears the choice, and marks the document to notice a full load. */
async function enterWithBanner(page: Page, path: string): Promise<void> {
  const { customize, save } = await openWithBanner(page, path)
  await customize.click()
  await save.click()
  await expect(consentOn(page).banner).toHaveCount(0)
  await clearStoredChoice(page)
  await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''))
}

async function expectSameDocument(page: Page): Promise<void> {
  expect(await page.locator('html[data-same-document]').count(), 'pages have changed softly').toBe(1)
}
