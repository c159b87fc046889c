import { expect, test } from '../support/fixtures'
import { editNote, writeNote } from '../support/notes-page'
import { openNotesAsNewAccount } from '../support/visitor'

test('a link is created, copied, and expires when its writer says', async ({ page, site }) => {
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

  await test.step('Edit puts the caret into the text, and Done and Stop sharing keep the focus', async () => {
    await editNote(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused()
    await page.getByRole('button', { name: 'Stop sharing' }).press('Enter')
    await expect(page.getByText('Sharing stopped.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create link' })).toBeFocused()
  })

  await test.step('a copy says so, once', async () => {
    const note = page.url()
    await page.goto(`${note}?done=copied`)
    await expect(page.getByText('Copied to your notes.')).toBeVisible()
    await expect(page).toHaveURL(note)
  })
})
