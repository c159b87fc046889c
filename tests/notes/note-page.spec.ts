import * as brand from '@/lib/site/brand'
import { createAccount } from '../support/accounts'
import { expectAccessible } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { watchLog } from '../support/log'
import { createClient } from '../support/note-calls'
import {
  deleteNote,
  editNote,
  expectSaved,
  noteField,
  noteLink,
  noteNames,
  noteRead,
  openNote,
  rows,
  writeNote,
} from '../support/notes-page'
import { openNotesAs, openNotesAsNewAccount } from '../support/visitor'

/** Browsers print the 409 of a second writer and the 404 of a missing note. */
test.use({ expectedErrors: /409 \(Conflict\)|404 \(Not Found\)/ })

test('a note is written, read, edited and deleted by keyboard, at its own address', async ({
  page,
  site,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openNotesAsNewAccount(page, site)
  await expect(page.getByRole('heading', { name: 'No notes yet' })).toBeVisible()
  await page.getByRole('link', { name: 'New note' }).press('Enter')
  await expect(page).toHaveURL('/app/new')
  await expect(noteField(page)).toBeFocused()
  await page.keyboard.type('- [ ] Milk\nbread')
  await page.getByLabel('Title').fill('Shopping')
  await page.keyboard.press('Enter')
  await expect(noteField(page)).toBeFocused()
  await expectSaved(page)
  const side = page.getByRole('navigation', { name: 'Your notes' })
  await expect(side.getByRole('link', { name: 'Shopping' })).toBeVisible()
  await expect(page).toHaveTitle(brand.pageTitle('Shopping'))
  const address = page.url()
  expect(address).toMatch(/\/app\/[\da-f-]{36}$/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1, name: 'Shopping' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused()

  await test.step('a check box works while reading', async () => {
    const box = noteRead(page).getByRole('checkbox', { name: 'Milk' })
    await expect(box).toBeEnabled()
    await box.press('Space')
    await expectSaved(page)
    await page.reload()
    await expect(box).toBeChecked()
    await expectAccessible(page)
  })

  await test.step('keys continue and indent a list, make bold and links, and are undone', async () => {
    const field = await editNote(page)
    await expect(field).toHaveValue('- [x] Milk\n- [ ] bread')
    await page.keyboard.press('Enter')
    await page.keyboard.type('eggs')
    await page.keyboard.press('Tab')
    await expect(field).toHaveValue('- [x] Milk\n- [ ] bread\n  - [ ] eggs')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Control+ArrowLeft')
    await page.keyboard.press('Control+b')
    await expect(field).toHaveValue('- [x] Milk\n- [ ] bread\n- [ ] **eggs**')
    await page.evaluate((url) => navigator.clipboard.writeText(url), 'https://example.com/')
    await page.keyboard.press('Control+v')
    await expect(field).toHaveValue('- [x] Milk\n- [ ] bread\n- [ ] **[eggs](https://example.com/)**')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect(field).toHaveValue('- [x] Milk\n- [ ] bread\n- [ ] eggs')
  })

  await test.step('Tab goes from title to text to Done, which stays where Edit is', async () => {
    await page.getByLabel('Title').focus()
    await page.keyboard.press('Tab')
    await expect(noteField(page)).toBeFocused()
    await noteField(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, 0))
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Done' })).toBeFocused()
    await noteField(page).focus()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(noteRead(page).getByRole('checkbox')).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused()
    await expectAccessible(page)
  })

  await writeNote(page, 'Newer', 'than the first one')
  await page.getByRole('main').getByRole('link', { name: 'Your notes' }).first().click()
  await expect(noteNames(page)).toHaveText(['Newer', 'Shopping'])
  await noteLink(page, 'Shopping').press('Enter')
  await expect(page).toHaveURL(address)

  await deleteNote(page)
  await expect(page.getByText('Moved “Shopping” to the trash.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await expect(rows(page, 'Shopping')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page).toHaveURL(address)
  await expect(noteRead(page).getByText('eggs')).toBeVisible()
  await expect(page.locator(':focus')).toHaveText('Note restored.')
})

test('a note and the list beside it follow other devices, without a log line', async ({ page, site }) => {
  await page.clock.install()
  const account = await createAccount(site)
  const device = await createClient(site, account)
  const id = await device.write({ title: 'First', text: 'one' })
  await openNotesAs(page, site, account)
  const side = page.getByRole('navigation', { name: 'Your notes' })
  await page.goto('/app/new')
  await expect(side.getByRole('link', { name: 'First' })).toBeVisible()
  await page.goto('/app')
  await openNote(page, 'First')
  await expect(side.getByRole('link', { name: 'First' })).toHaveAttribute('aria-current', 'page')
  const log = watchLog(site)
  await device.write({ title: 'Second', text: 'two' })
  await device.change(id, 'changed elsewhere')
  await page.clock.runFor(16_000)
  await expect(side.getByRole('listitem')).toHaveCount(2)
  await expect(noteRead(page).getByText('changed elsewhere')).toBeVisible()
  expect(log.records()).toEqual([])
  await page.setViewportSize({ width: 800, height: 800 })
  await expect(side).toBeHidden()
})

test('lists follow the direction of their text, and twelve levels fit into 320 px', async ({
  page,
  site,
}) => {
  const account = await createAccount(site)
  const device = await createClient(site, account)
  const levels = (mark: string) =>
    Array.from({ length: 12 }, (_, level) => `${'   '.repeat(level)}${mark} level`).join('\n')
  await device.write({ title: 'Deep', text: ['-', '2.', '- [ ]'].map(levels).join('\n\ntext\n\n') })
  await device.write({ title: 'قائمة', text: '- [ ] خبز\n- [x] English' })
  await page.setViewportSize({ width: 320, height: 568 })
  await openNotesAs(page, site, account)
  for (const [name, side] of [
    ['قائمة', 'right'],
    ['Deep', 'left'],
  ] as const) {
    const row = await rows(page, name).boundingBox()
    const [title, list] = [noteNames(page).getByText(name), noteRead(page).getByRole('listitem').first()]
    await expect(title).toHaveCSS('direction', side === 'right' ? 'rtl' : 'ltr')
    expect(row?.width).toBeLessThan(320)
    await openNote(page, name)
    for (const box of await noteRead(page).getByRole('checkbox').all()) {
      const [at, item] = [await box.boundingBox(), await list.boundingBox()]
      expect(Math.min(at?.width ?? 0, at?.height ?? 0)).toBeGreaterThanOrEqual(24)
      if (side === 'right') expect(at?.x).toBeGreaterThanOrEqual((item?.x ?? 0) + (item?.width ?? 0))
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.goto('/app')
  }
})
