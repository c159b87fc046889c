import { createAccount } from '../support/accounts'
import { expectAccessible } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { createClient } from '../support/note-calls'
import {
  editNote,
  expectSaved,
  noteField,
  noteNames,
  noteRead,
  openNote,
  rows,
  saveStatus,
  triggerSync,
} from '../support/notes-page'
import { openNotesAs } from '../support/visitor'

/** Browsers print the 409 of a second writer and the 404 of a missing note. */
test.use({ expectedErrors: /409 \(Conflict\)|404 \(Not Found\)/ })

test('of two writers, the later one’s text becomes a copy, and nothing is lost', async ({ page, site }) => {
  const account = await createAccount(site)
  const device = await createClient(site, account)
  const id = await device.write({ title: 'Plan', text: 'Meet at nine' })
  await openNotesAs(page, site, account)
  await openNote(page, 'Plan')

  await test.step('what another device saves appears in the editor, and the caret stays in place', async () => {
    const field = await editNote(page)
    await device.change(id, 'Not before noon. Meet at nine')
    await triggerSync(page)
    await expect(field).toHaveValue('Not before noon. Meet at nine')
    await expect(saveStatus(page)).toHaveText(/^Updated from another tab or device just now/)
    await page.keyboard.type('!')
    await expect(field).toHaveValue('Not before noon. Meet at nine!')
    await expectSaved(page)
  })

  await test.step('both write: two notes', async () => {
    await device.change(id, 'Meet at ten')
    await noteField(page).fill('Meet at noon')
    await expect(page.getByText('Both are kept: yours is this copy')).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('Plan (conflicting copy)')
    await noteField(page).fill('Meet at noon, or later')
    await expectSaved(page)
    expect(page.url()).not.toContain(id)
    const current = page.getByRole('navigation', { name: 'Your notes' }).locator('[aria-current]')
    await expect(current).toHaveText('Plan (conflicting copy)')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'this is the other' }).click()
    await expect(noteRead(page).getByText('Meet at ten')).toBeVisible()
    await page.goto('/app')
    await expect(noteNames(page)).toHaveText(['Plan (conflicting copy)', 'Plan'])
    await expect(rows(page, 'Plan (conflicting copy)')).toContainText('Meet at noon, or later')
  })

  await test.step('deleted elsewhere: the page says so, and what is written becomes a copy', async () => {
    await openNote(page, 'Plan')
    await device.remove(id)
    await triggerSync(page)
    await expect(page.getByText('This note was deleted on another device.')).toBeVisible()
    const field = await editNote(page)
    await field.fill('Meet at eleven')
    await expect(page.getByText('Both are kept: yours is this copy')).toBeVisible()
    await expectSaved(page)
    expect(page.url()).not.toContain(id)
  })
})
