import { createAccount } from '../support/accounts'
import { expectAccessible } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { createClient } from '../support/note-calls'
import { noteLink, noteNames, openNote, rows } from '../support/notes-page'
import { openNotesAs } from '../support/visitor'

/** With PostgreSQL, searches of the page and the endpoint count together. Browsers print a 429. */
test.use({ database: 'postgres', expectedErrors: /429 \(Too Many Requests\)/ })

test('search works while typing, is in the address, and ends with Escape', async ({ page, site }) => {
  const account = await createAccount(site)
  const device = await createClient(site, account)
  await device.write({ title: 'Shopping', text: 'Milk and bread' })
  await device.write({ title: 'Plumber', text: 'The kitchen tap drips' })
  await device.write({ title: '', text: 'Milk the cow, then rest' })
  await device.write({ title: 'مذكرة', text: 'نلتقي غدا' })
  await openNotesAs(page, site, account)
  const search = page.getByRole('searchbox', { name: 'Search notes' })
  await search.pressSequentially('milk')
  await expect(noteNames(page)).toHaveText(['Milk the cow, then rest', 'Shopping'])
  await expect(page.getByRole('status').filter({ hasText: '2 notes with “milk”' })).toHaveCount(1)
  await expect(page).toHaveURL('/app?search=milk')
  await expect(rows(page, 'Shopping').locator('mark')).toHaveText('Milk')
  await openNote(page, 'Shopping')
  await page.goBack()
  await expect(search).toHaveValue('milk')
  await expect(noteNames(page)).toHaveText(['Milk the cow, then rest', 'Shopping'])

  await search.fill('zebra')
  await search.press('Enter')
  await expect(rows(page)).toHaveCount(0)
  await expect(page.getByText('No notes with “zebra”').filter({ visible: true })).toHaveCount(2)
  await expectAccessible(page)
  await search.press('Escape')
  await expect(rows(page)).toHaveCount(4)
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
  await expect(page).toHaveURL('/app')
  await expect(noteLink(page, 'مذكرة')).toHaveAttribute('dir', 'auto')
})

test('Show more loads the next page; over the search limit, a message says so and the list stays', async ({
  page,
  site,
}) => {
  const account = await createAccount(site)
  const device = await createClient(site, account)
  for (let count = 1; count <= 33; count += 1) await device.write({ title: `Note ${count}`, text: 'text' })
  await openNotesAs(page, site, account)
  await expect(rows(page)).toHaveCount(30)
  const more = page.getByRole('button', { name: 'Show more' })
  await more.click()
  await expect(rows(page)).toHaveCount(33)
  await expect(noteLink(page, 'Note 3')).toBeFocused()
  await expect(more).toBeHidden()

  await test.step('over the limit', async () => {
    // A new connection each, as the site may be closing an idle one.
    const get = (path: string) => page.request.get(path, { headers: { connection: 'close' } })
    const searchOften = () => Promise.all(Array.from({ length: 60 }, () => get('/api/notes?search=text')))
    // On a busy machine some may be refused without counting, or the minute ends.
    const statuses: number[] = []
    const searchAndCollect = async () => {
      statuses.push(...(await searchOften()).map((response) => response.status()))
      return statuses
    }
    await expect.poll(searchAndCollect, { timeout: 60_000 }).toContain(429)
    expect(statuses.filter((status) => status !== 429).length).toBeGreaterThanOrEqual(60)
    await page.getByRole('searchbox', { name: 'Search notes' }).fill('text')
    await expect(page.getByText('Too many requests in a short time.')).toBeVisible()
    await expect(rows(page)).toHaveCount(33)
    const html = await (await get('/app?search=text')).text()
    for (const part of ['Too many requests in a short time.', ' value="text"', '>Note 33<'])
      expect(html).toContain(part)
  })
})
