import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { watchLog } from '../support/log-since'
import { comeBack } from '../support/notes-editor'
import { nameOf, namesOn, rows } from '../support/notes-page'
import { openOtherDevice } from '../support/other-device'
import { endRoutes } from '../support/routes'
import { enter, signInAsSomebody } from '../support/visitor'

test('a note is written, opened, read and edited, by the keyboard, and the reader’s place is kept', async ({
  page,
  site,
}) => {
  await page.clock.install()
  const account = await signInAsSomebody(page, site)
  await expect(page.getByRole('heading', { name: 'No notes yet' })).toBeVisible()
  await expect(page.getByLabel('Search notes')).toBeHidden()
  await page.getByRole('button', { name: 'New note' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Shopping')
  await page.getByLabel('Note', { exact: true }).fill('Milk & <b>bread</b>')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(nameOf(page, 'Shopping')).toBeFocused()
  await expect(rows(page, 'Shopping')).toContainText('Milk & <b>bread</b>')
  await expect(rows(page, 'Shopping')).toContainText('Saved just now')

  const device = await openOtherDevice(site, account)
  await device.write({ title: 'Plumber', text: 'Call him' })
  await comeBack(page)
  await expect(namesOn(page)).toHaveText(['Plumber', 'Shopping'])
  await nameOf(page, 'Shopping').press('Enter')
  await expect(nameOf(page, 'Shopping')).toHaveAttribute('aria-expanded', 'true')
  await expect(rows(page, 'Shopping').getByText('Milk & <b>bread</b>')).toBeVisible()
  await rows(page, 'Shopping').getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Note', { exact: true }).fill('Milk, bread and eggs')
  await page.keyboard.press('ControlOrMeta+Enter')
  // In its place, though it is the newest now.
  await expect(nameOf(page, 'Shopping')).toBeFocused()
  await expect(rows(page, 'Shopping').getByText('Milk, bread and eggs')).toBeVisible()
  await expect(namesOn(page)).toHaveText(['Plumber', 'Shopping'])
  await rows(page, 'Shopping').getByRole('button', { name: 'Close' }).click()
  await expect(nameOf(page, 'Shopping')).toBeFocused()
  await expect(nameOf(page, 'Shopping')).toHaveAttribute('aria-expanded', 'false')

  await page.getByRole('button', { name: 'New note' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'New note' })).toBeFocused()

  await test.step('a change on another device appears within 5 seconds; a hidden page asks nothing, and no question is logged', async () => {
    const [first, second] = [
      await device.write({ title: 'First', text: 'one' }),
      await device.write({ title: 'Second', text: 'two' }),
    ]
    await page.reload()
    await expect(namesOn(page)).toHaveText(['Second', 'First', 'Shopping', 'Plumber'])
    await nameOf(page, 'First').click()
    await expect(rows(page, 'First').getByText('one')).toBeVisible()
    let asked = 0
    page.on('request', (request) => {
      asked += new URL(request.url()).pathname === '/api/notes' ? 1 : 0
    })
    const log = watchLog(site)

    await device.write({ id: first, title: 'First', text: 'changed elsewhere', base: 1 })
    await device.write({ title: 'Third', text: 'three' })
    await device.remove(second)
    await page.clock.runFor(5_000)
    await expect(namesOn(page)).toHaveText(['Third', 'First', 'Shopping', 'Plumber'])
    await expect(rows(page, 'First').getByText('changed elsewhere')).toBeVisible()
    expect(asked).toBeGreaterThan(0)

    await page.evaluate(beHidden, true)
    const before = asked
    await device.write({ title: 'Fourth', text: 'four' })
    await page.clock.runFor(60_000)
    expect(asked).toBe(before)
    await page.evaluate(beHidden, false)
    await expect(namesOn(page)).toHaveText(['Fourth', 'Third', 'First', 'Shopping', 'Plumber'])
    await expect(rows(page, 'Third')).toContainText('Saved 1 minute ago')

    await device.remove(first)
    await page.clock.runFor(5_000)
    await expect(rows(page, '“First” was deleted on another device.')).toBeVisible()
    expect(log.records()).toEqual([])
  })
})

test.describe('when the site fails', () => {
  test.use({ expectedErrors: /Failed to load resource|net::ERR_/ })

  test('each deletion has its own Undo, nothing moves, and words say what failed', async ({ page, site }) => {
    const account = await createAccount(site)
    const device = await openOtherDevice(site, account)
    for (let count = 1; count <= 24; count += 1)
      await device.write({ title: `Note ${count}`, text: `Text of ${count}` })
    await device.share(await device.write({ title: 'Shared one', text: 'for you' }))
    await enter(page, site, account)
    const names = await namesOn(page).allTextContents()

    // So tall that nothing has to be scrolled for a click.
    await page.setViewportSize({ width: 1280, height: 1200 })
    await nameOf(page, 'Note 6').evaluate((name) => name.scrollIntoView({ block: 'center' }))
    const place = () => page.evaluate(() => scrollY)
    const before = await place()
    expect(before).toBeGreaterThan(100)
    const notes = '**/api/notes/*'
    await page.route(notes, (route) => route.fulfill({ status: 503, json: { code: 'unavailable' } }))
    await nameOf(page, 'Note 5').click()
    await expect(rows(page, 'Couldn’t open this note. We couldn’t reach the server.')).toBeVisible()
    await endRoutes(page)
    await rows(page, 'Note 5').getByRole('button', { name: 'Retry' }).click()
    await expect(rows(page, 'Note 5').getByText('Text of 5')).toBeVisible()
    await nameOf(page, 'Note 7').click()
    await expect(rows(page, 'Note 7').getByText('Text of 7')).toBeVisible()
    expect(await place()).toBe(before)

    await page.route(notes, (route) => route.abort())
    await rows(page, 'Note 5').getByRole('button', { name: 'Delete' }).click()
    await expect(rows(page, 'Not deleted. We couldn’t reach the server.')).toBeVisible()
    await endRoutes(page)
    for (const name of ['Note 5', 'Note 7']) {
      await rows(page, name).getByRole('button', { name: 'Delete' }).click()
      const undo = rows(page, `Deleted “${name}”`).getByRole('button', { name: 'Undo' })
      await expect(undo).toBeFocused()
      await expect(undo).toHaveAccessibleDescription(`Deleted “${name}”`)
      await expect(page.getByRole('status').filter({ hasText: `Deleted “${name}”` })).toHaveCount(1)
    }
    expect(await place()).toBe(before)
    await page.route(notes, (route) => route.abort())
    await rows(page, 'Note 5').getByRole('button', { name: 'Undo' }).click()
    await expect(rows(page, 'Not restored. We couldn’t reach the server.')).toBeVisible()
    await endRoutes(page)
    for (const name of ['Note 5', 'Note 7']) {
      await rows(page, name).getByRole('button', { name: 'Undo' }).click()
      await expect(nameOf(page, name)).toBeFocused()
    }
    await expect(namesOn(page)).toHaveText(names)
    expect(await place()).toBe(before)

    await nameOf(page, 'Shared one').click()
    await rows(page, 'Shared one').getByRole('button', { name: 'Delete' }).click()
    await expect(rows(page, 'Deleted “Shared one”. Its link no longer works')).toBeVisible()
    await page.reload()
    await expect(nameOf(page, 'Note 7')).toBeVisible()
    await expect(page.getByText('Shared one')).toHaveCount(0)
  })
})

/** Runs in the page, as a browser tells it. */
function beHidden(isHidden: boolean): void {
  const state = isHidden ? 'hidden' : 'visible'
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
  document.dispatchEvent(new Event('visibilitychange'))
}
