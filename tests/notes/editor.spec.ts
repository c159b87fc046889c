import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'
import {
  comeBack,
  editNote,
  expectSaved,
  noteField,
  saveStatus,
  startNote,
  writeNote,
} from '../support/notes-editor'
import { nameOf, rows } from '../support/notes-page'
import { openOtherDevice } from '../support/other-device'
import { endRoutes } from '../support/routes'
import { signInAsSomebody } from '../support/visitor'

test('what is typed is saved by itself; Escape takes it back, and Undo brings it again', async ({
  page,
  site,
}) => {
  const account = await signInAsSomebody(page, site)
  const field = await startNote(page)
  await page.getByLabel('Title').fill('Shopping')
  // Enter leads on to the text.
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await page.keyboard.type('Milk')
  await expectSaved(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(field).toBeHidden()
  await page.reload()
  await editNote(page, 'Shopping')
  expect(await field.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe('Milk'.length)
  await page.keyboard.type(', bread')
  await expectSaved(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Your changes were discarded.').first()).toBeVisible()
  await expect(rows(page, 'Shopping')).not.toContainText('bread')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(field).toHaveValue('Milk, bread')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(rows(page, 'Milk, bread')).toBeVisible()
  await expect(nameOf(page, 'Shopping')).toBeFocused()

  await startNote(page)
  await field.fill('Never mind')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(rows(page, 'Deleted “Never mind”')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(nameOf(page, 'Never mind')).toBeVisible()

  await test.step('what another device saves appears in the editor, with the caret where it was; Escape leaves it so', async () => {
    const device = await openOtherDevice(site, account)
    const id = await device.write({ title: 'Plan', text: 'Meet at nine' })
    await page.reload()
    await expect(nameOf(page, 'Never mind')).toBeVisible()
    await editNote(page, 'Plan')
    await device.write({ id, title: 'Plan', text: 'Not before noon. Meet at nine', base: 1 })
    await comeBack(page)
    await expect(field).toHaveValue('Not before noon. Meet at nine')
    await expect(saveStatus(page)).toHaveText(/^Updated from another tab or device just now/)
    await page.keyboard.type('!')
    await expect(field).toHaveValue('Not before noon. Meet at nine!')
    await page.keyboard.press('Escape')
    await expect(rows(page, 'Plan')).toContainText('Not before noon. Meet at nine')
    await page.reload()
    await expect(rows(page, 'Plan')).toContainText('Not before noon. Meet at nine')
  })
})

test('a text of 150 KB stays whole, is told by how much it is too long, and is never sent; 100 KB are saved', async ({
  page,
  site,
}) => {
  await signInAsSomebody(page, site)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
  const field = await startNote(page)
  const pasted = '“Tür” 🚪\n'.repeat(9_600)
  expect(Buffer.byteLength(pasted)).toBe(150 * 1024)
  await paste(page, pasted)
  await expect(field).toHaveValue(pasted)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription('Too long by 50 KB.')
  await field.press('ControlOrMeta+Enter')
  await expect(saveStatus(page)).toHaveText('Not saved. Notes can be up to 100 KB. Shorten it or split it.')
  await page.reload()
  await expect(field).toHaveValue(pasted)
  expect(sent).toEqual([])
  await field.press('ControlOrMeta+A')
  await paste(page, pasted.slice(0, pasted.length * (2 / 3)))
  await expect(field).toHaveAccessibleDescription('No room left.')
  await expect(field).not.toHaveAttribute('aria-invalid')
  await expectSaved(page)

  await page.getByLabel('Title').fill('x'.repeat(201))
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription('The title is 1 character too long.')
  await expect(page.getByLabel('Title')).toHaveValue('x'.repeat(201))
})

test('what was typed and not saved is there after a reload, in new notes and in others', async ({
  page,
  site,
}) => {
  await signInAsSomebody(page, site)
  await writeNote(page, 'Shopping', 'Milk')
  await page.route('**/api/notes/*', (route) =>
    route.request().method() === 'PUT' ? undefined : route.fallback(),
  )
  await editNote(page, 'Shopping')
  await page.keyboard.type(' and bread')
  await page.getByRole('button', { name: 'New note' }).click()
  await expect(noteField(page)).toHaveCount(2)
  await noteField(page).first().fill('half a thought')
  await page.reload()
  await expect(noteField(page)).toHaveCount(2)
  await expect(noteField(page).first()).toHaveValue('half a thought')
  await expect(noteField(page).last()).toHaveValue('Milk and bread')
  await endRoutes(page)
  await expect(saveStatus(page)).toHaveText([/^Saved just now/, /^Saved just now/])

  await test.step('whoever leaves the page at once has saved the last words, too', async () => {
    await noteField(page).first().fill('the last words')
    await page.goto('/terms')
    await expect.poll(async () => (await page.request.get('/api/notes')).text()).toContain('the last words')
    // Its answer was lost with the page, which is no conflict.
    await page.goto('/app')
    await expect(noteField(page).first()).toHaveValue('the last words')
    await expectSaved(page)
  })
})

/** By the keyboard and the clipboard, as only that meets what a browser would cut off. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+V')
}
