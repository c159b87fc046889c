import { expect, test } from '../support/fixtures'
import { writeNote } from '../support/notes-page'
import { openNotesAsNewAccount, signInNewAccount } from '../support/visitor'

test('a link is created, copied, and expires when its writer says; a reader copies the note', async ({
  page,
  site,
  browser,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openNotesAsNewAccount(page, site)
  await writeNote(page, 'Plan', 'Meet **at nine**')
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('textbox', { name: 'Link' })).toBeFocused()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(new RegExp(`^${site.url}/share/[\\da-f-]{36}$`))
  const expiry = page.getByLabel('Link expires')
  await expect(expiry.locator('option:checked')).toHaveText('never')
  await expiry.selectOption('in a week')
  await expect(page.getByText('The link expires in a week.')).toBeVisible()
  await expect(expiry.locator('option:checked')).toHaveText(/^\w+day, \w+ \d+, \d{4} at \d+:\d\d\s[AP]M$/)

  const context = await browser.newContext()
  const reader = await context.newPage()
  await reader.goto(site.url)
  await signInNewAccount(reader, site)
  await reader.goto(link)
  await expect(reader.getByRole('heading', { name: 'Plan', level: 1 })).toBeVisible()
  await reader.getByRole('button', { name: 'Copy to my notes' }).click()
  await expect(reader.getByText('Copied to your notes.')).toBeVisible()
  await expect(reader.getByRole('heading', { name: 'Plan', level: 1 })).toBeVisible()
  await context.close()
})
