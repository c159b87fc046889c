import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'
import {
  editNote,
  expectSaved,
  rows,
  saveStatus,
  startNote,
  triggerSync,
  writeNote,
  writeUnsaved,
} from '../support/notes-page'
import { openNotesAsNewAccount, signOut } from '../support/visitor'

/** Browsers print the 404 of a new note. */
test.use({ expectedErrors: /404 \(Not Found\)|net::ERR_FAILED/ })

test('a text of 150 KB is kept, marked as too long and not sent; 100 KB are saved', async ({
  page,
  site,
}) => {
  await openNotesAsNewAccount(page, site)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
  const field = await startNote(page)
  const pasted = '“Tür” 🚪\n'.repeat(9_600)
  expect(Buffer.byteLength(pasted)).toBe(150 * 1024)
  await paste(page, pasted)
  await expect(field).toHaveValue(pasted)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.press('ControlOrMeta+Enter')
  await expect(saveStatus(page)).toHaveText('Not saved. Notes can be up to 100 KB. Shorten it or split it.')
  await expect(field).toHaveAccessibleDescription(/^Not saved. Notes can be up to 100 KB/)
  expect(sent).toEqual([])
  await field.press('ControlOrMeta+A')
  await paste(page, pasted.slice(0, pasted.length * (2 / 3)))
  await expect(field).not.toHaveAttribute('aria-invalid')
  await expectSaved(page)

  await page.getByLabel('Title').fill('x'.repeat(201))
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription(/^Not saved. Titles can be up to 200/)
  await expect(page.getByLabel('Title')).toHaveValue('x'.repeat(201))
})

test('unsaved texts are restored after a reload, and the list links to them', async ({ page, site }) => {
  await openNotesAsNewAccount(page, site)
  await writeNote(page, 'Shopping', 'Milk')
  const address = page.url()
  const field = await editNote(page)
  await field.fill(`Milk and bread${tooLong}`)
  await page.goto('/app')
  await (await startNote(page)).fill(`half a thought${tooLong}`)
  await page.reload()
  await expect(field).toHaveValue(`half a thought${tooLong}`)
  await page.goto('/app')
  await expect(page.getByText('Not saved yet:')).toHaveCount(2)
  await page.getByRole('paragraph').getByRole('link', { name: 'Shopping' }).click()
  await expect(page).toHaveURL(address)
  await expect(field).toHaveValue(`Milk and bread${tooLong}`)

  await test.step('shortened, they are saved, and the list no longer links to them', async () => {
    await field.fill('Milk and bread')
    await expectSaved(page)
    await page.goto('/app')
    await page.getByText('Not saved yet:').getByRole('link', { name: 'half a thought' }).click()
    await field.fill('half a thought')
    await expectSaved(page)
    await page.goto('/app')
    await expect(rows(page)).toHaveCount(2)
    await expect(page.getByText('Not saved yet:')).toHaveCount(0)
  })
})

test('what was typed just before the page is left is saved, and nothing says otherwise', async ({
  page,
  site,
}) => {
  await openNotesAsNewAccount(page, site)
  await (await startNote(page)).fill('by a link')
  const list = page.waitForResponse((response) => response.url().endsWith('/app'))
  const link = page.getByRole('main').getByRole('link', { name: 'Your notes' }).first()
  await link.evaluate((element: HTMLElement) => element.click())
  expect((await (await list).text()).includes('by a link')).toBe(true)
  await expect(rows(page, 'by a link')).toHaveCount(1)
  await expect(page.getByText('Not saved yet:')).toHaveCount(0)

  await (await startNote(page)).fill('by the address bar')
  await page.goto('/app')
  await expect(rows(page, 'by the address bar')).toHaveCount(1)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('foyer-drafts'))).toBeNull()
  await expect(page.getByText('Not saved yet:')).toHaveCount(0)

  await test.step('what couldn’t be saved is, once the site answers again', async () => {
    await writeUnsaved(page, 'in a tunnel')
    await page.goto('/app')
    await expect(page.getByText('Not saved yet: in a tunnel')).toBeVisible()
    await page.context().unrouteAll()
    await triggerSync(page)
    await expect(rows(page, 'in a tunnel')).toHaveCount(1)
    await expect(page.getByText('Not saved yet:')).toHaveCount(0)
  })

  await (await startNote(page)).fill('by signing out')
  await signOut(page)
  await expect(page).toHaveURL('/')
})

test('an input method keeps its keys: Enter in a list, Escape in the editor', async ({ page, site }) => {
  await openNotesAsNewAccount(page, site)
  await writeNote(page, '会議', '- りんご')
  const field = await editNote(page)
  // As Safari reports the key that ends a composition.
  const endOfComposition = { keyCode: 229, isComposing: false, bubbles: true, cancelable: true }
  await field.dispatchEvent('keydown', { key: 'Enter', ...endOfComposition })
  await field.dispatchEvent('keydown', { key: 'Escape', ...endOfComposition })
  await expect(field).toHaveValue('- りんご')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('- りんご\n- ')
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
})

/** Never sent. A request held by a route could pass once its page is left, which ends the route. */
const tooLong = ' and more'.repeat(12_000)

/** By keyboard, as a field may cut what is pasted. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+V')
}
