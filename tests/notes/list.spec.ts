import { createAccount } from '../support/accounts'
import { expectAccessible } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { createClient } from '../support/note-calls'
import { noteNames, openNote, rows } from '../support/notes-page'
import { openNotesAs } from '../support/visitor'

test('a search shows what it found, is in the address, and ends by a link', async ({ page, site }) => {
  const account = await createAccount(site)
  const device = await createClient(site, account)
  await device.write({ title: 'Shopping', text: 'Milk and bread' })
  await device.write({ title: 'Plumber', text: 'The kitchen tap drips' })
  await device.write({ title: '', text: 'Milk the cow, then rest' })
  await device.write({ title: 'مذكرة', text: 'نلتقي غدا' })
  await openNotesAs(page, site, account)
  const search = page.getByRole('searchbox', { name: 'Search notes' })
  await search.fill('milk')
  await search.press('Enter')
  await expect(noteNames(page)).toHaveText(['Milk the cow, then rest', 'Shopping'])
  await expect(page.getByText('2 notes with “milk”')).toBeVisible()
  await expect(page).toHaveURL('/app?search=milk')
  await openNote(page, 'Shopping')
  await page.goBack()
  await expect(search).toHaveValue('milk')
  await expect(noteNames(page)).toHaveText(['Milk the cow, then rest', 'Shopping'])

  await search.fill('zebra')
  await search.press('Enter')
  await expect(rows(page)).toHaveCount(0)
  await expect(page.getByText('No notes with “zebra”')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show all notes' }).click()
  await expect(rows(page)).toHaveCount(4)
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL('/app')
  await expect(noteNames(page).filter({ hasText: 'مذكرة' })).toHaveAttribute('dir', 'auto')
})

test('Show older leads to the next page', async ({ page, site }) => {
  const account = await createAccount(site)
  const device = await createClient(site, account)
  for (let count = 1; count <= 33; count += 1) await device.write({ title: `Note ${count}`, text: 'text' })
  await openNotesAs(page, site, account)
  await expect(rows(page)).toHaveCount(30)
  const older = page.getByRole('link', { name: 'Show older' })
  await older.click()
  await expect(noteNames(page)).toHaveText(['Note 3', 'Note 2', 'Note 1'])
  await expect(older).toBeHidden()
})
