/** A document's policy stays in force on all pages that follow softly, which bring styles of their own. */
import type { Page } from '@playwright/test'
import { consentOn, openWithBanner } from '../support/consent-page'
import { expect, test } from '../support/fixtures'
import { watchViolations } from '../support/violations'
import { accountMenu, awaitSignInForm, signInAsSomebody } from '../support/visitor'

test.use({ hasChosen: false, expectedErrors: /40(1 \(Unauthorized\)|4 \(Not Found\))/ })

/** The links that every page has, by what they lead to. */
const links = { '/terms': 'Terms', '/privacy': 'Privacy', '/contact': 'Contact', '/': 'Foyer' }

for (const entry of [...Object.keys(links), '/no/such/page']) {
  test(`entered at ${entry}, no page that follows meets what the policy blocks, nor do banner and dialog`, async ({
    page,
  }) => {
    const violations = await watchViolations(page)
    await enterWithBanner(page, entry)
    for (const [path, link] of Object.entries(links)) {
      await page.getByRole('link', { name: link, exact: true }).click()
      await expect(page).toHaveURL(path)
    }
    await expectSameDocument(page)
    expect(violations).toEqual([])
  })
}

test('entered at sign-in, its other form meets nothing that the policy blocks, nor do banner and dialog', async ({
  page,
}) => {
  const violations = await watchViolations(page)
  for (const entry of ['/login', '/login?mode=create']) {
    await enterWithBanner(page, entry)
    for (const mode of ['/login?mode=create', '/login']) {
      if (page.url().endsWith(mode)) continue
      await page.getByRole('link', { name: /Create an account|Already have an account/ }).click()
      await awaitSignInForm(page)
    }
    await expectSameDocument(page)
    await page.evaluate(() => localStorage.clear())
  }
  expect(violations).toEqual([])
})

test('signed in, neither the notes nor the account meet what the policy of the other blocks', async ({
  page,
  site,
}) => {
  await signInAsSomebody(page, site)
  const violations = await watchViolations(page)
  await enterWithBanner(page, '/app')
  await accountMenu(page).click()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page).toHaveURL('/app/account')
  await page.getByRole('link', { name: 'Back to your notes' }).click()
  await expect(page).toHaveURL('/app')
  expect(violations).toEqual([])
})

/** As a document, with what the banner loads, and marked, so that one that takes its place is noticed. */
async function enterWithBanner(page: Page, path: string): Promise<void> {
  const { customize, save } = await openWithBanner(page, path)
  await customize.click()
  await save.click()
  await expect(consentOn(page).banner).toHaveCount(0)
  await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''))
}

async function expectSameDocument(page: Page): Promise<void> {
  expect(await page.locator('html[data-same-document]').count(), 'pages have changed softly').toBe(1)
}
