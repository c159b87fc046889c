import type { Page } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { expectNoFault } from '../support/axe'
import { expect, test } from '../support/fixtures'
import {
  comeBack,
  editNote,
  expectSaved,
  loseNews,
  noteField,
  saveStatus,
  writeNote,
} from '../support/notes-editor'
import { nameOf, rows } from '../support/notes-page'
import { openOtherDevice } from '../support/other-device'
import { enter, signInAsSomebody } from '../support/visitor'

/** The second of two writers gets a 409, which browsers print. */
test.use({ expectedErrors: /409 \(Conflict\)|410 \(Gone\)/ })

const conflict = (page: Page) =>
  page.getByRole('region', { name: 'This note was changed in another tab or on another device' })

test('two tabs change one note: the second sees what differs and can copy both; Keep both makes two notes', async ({
  page,
  site,
  context,
}) => {
  await signInAsSomebody(page, site)
  await loseNews(page)
  await writeNote(page, 'Plan', 'Meet at nine')
  const other = await context.newPage()
  await other.goto('/app')
  await editNote(page, 'Plan')
  await editNote(other, 'Plan')
  await noteField(page).fill('Meet at ten')
  await noteField(page).press('ControlOrMeta+Enter')
  await noteField(other).fill('Meet at noon')
  await expect(conflict(other)).toBeVisible()
  await expect(conflict(other).locator('del')).toHaveText('removed: ten (end)')
  await expect(conflict(other).locator('ins')).toHaveText('added: noon (end)')
  await expectNoFault(other)
  // Whoever goes on typing does, and both are still there after a reload.
  await noteField(other).fill('Meet at noon, or later')
  await expect(conflict(other).locator('ins')).toHaveText('added: noon, or later (end)')
  await other.reload()
  await expect(noteField(other)).toHaveValue('Meet at noon, or later')
  await conflict(other).getByText('Other version', { exact: true }).click()
  await expect(conflict(other).getByLabel('Other version', { exact: true })).toHaveValue(
    'Plan\n\nMeet at ten',
  )
  await noteField(other).press('ControlOrMeta+Enter')
  await expect(conflict(other).getByRole('heading')).toBeFocused()
  await conflict(other).getByRole('button', { name: 'Keep both' }).click()
  await expect(rows(other, 'Plan (copy)')).toContainText('Meet at noon, or later')
  await expect(rows(other, 'Meet at ten')).toBeVisible()
  await other.reload()
  await expect(nameOf(other, 'Plan')).toHaveCount(1)
  await expect(rows(other, 'Meet at ten')).toBeVisible()
  await expect(rows(other, 'Plan (copy)')).toContainText('Meet at noon, or later')
})

test('a note changed or deleted elsewhere while it is written: either version can be kept, or mine saved as a new one', async ({
  page,
  site,
}) => {
  const account = await createAccount(site)
  const device = await openOtherDevice(site, account)
  const gone = await device.write({ title: 'Trip', text: 'Leave at six' })
  const id = await device.write({ title: 'Plan', text: 'Meet at nine' })
  await enter(page, site, account)
  const field = noteField(page)

  await test.step('deleted: it can be saved as a new one', async () => {
    await editNote(page, 'Trip')
    await device.remove(gone)
    await comeBack(page)
    await field.fill('Leave at seven')
    await expect(saveStatus(page)).toHaveText(/^Not saved: this note was deleted elsewhere/)
    await page.getByRole('button', { name: 'Save as a new note' }).click()
    await expectSaved(page)
    await page.getByRole('button', { name: 'Done' }).click()
  })

  await loseNews(page)
  await page.reload()
  await expect(rows(page, 'Trip')).toContainText('Leave at seven')
  await editNote(page, 'Plan')

  await test.step('‘Use other version’ drops mine, and Undo brings it back', async () => {
    await device.write({ id, title: 'Plan', text: 'Meet at ten', base: 1 })
    await field.fill('Meet at noon')
    await conflict(page).getByRole('button', { name: 'Use other version' }).click()
    await expect(field).toHaveValue('Meet at ten')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(field).toHaveValue('Meet at noon')
    await expectSaved(page)
  })

  await test.step('‘Use this version’ is the next version of theirs', async () => {
    await device.write({ id, title: 'Plan', text: 'Meet at one', base: 3 })
    await field.fill('Meet at two')
    await conflict(page).getByRole('button', { name: 'Use this version' }).click()
    await expectSaved(page)
  })

  await test.step('Escape leaves theirs, and what was dropped can be taken up: both are shown again', async () => {
    await device.write({ id, title: 'Plan', text: 'Meet at three', base: 5 })
    await field.fill('Meet at four')
    await expect(conflict(page)).toBeVisible()
    await field.press('Escape')
    await expect(rows(page, 'Plan')).toContainText('Meet at three')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(conflict(page)).toBeVisible()
    await expect(field).toHaveValue('Meet at four')
  })
})
