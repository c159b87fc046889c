import { consentOn, storedChoice, timeBanner } from '../support/consent-page'
import { queryDatabase } from '../support/database/rows'
import { expect, test } from '../support/fixtures'
import { signInAsSomebody } from '../support/visitor'

test.use({
  hasChosen: false,
  database: 'postgres',
  expectedErrors: /500 \(Internal Server Error\)|React error #441/,
})

test('the error page has the banner, and it can be answered there', async ({ page, site }) => {
  const { banner, reject } = consentOn(page)
  await signInAsSomebody(page, site)
  await timeBanner(page, 'at once')
  // The site is the worker's: whoever comes next needs the table where it was.
  await queryDatabase(site.databaseUrl, 'alter table notes rename to notes_elsewhere')
  try {
    await page.goto('/app')
    await expect(page.getByRole('heading', { name: 'Internal Server Error' })).toBeVisible()
    await expect(banner).toBeVisible()
    await reject.click()
    await expect(banner).toHaveCount(0)
    expect((await storedChoice(page)).choice).toContain('"type":"reject_all"')
  } finally {
    await queryDatabase(site.databaseUrl, 'alter table notes_elsewhere rename to notes')
  }
})
