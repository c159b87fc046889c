import { expectNoFault } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { nameOf, namesOn, rows } from '../support/notes-page'
import { openOtherDevice } from '../support/other-device'
import { enter, openSession, signInAsSomebody } from '../support/visitor'

test('search finds while one types, is in the address, and is left with Escape', async ({ page, site }) => {
  const account = await signInAsSomebody(page, site)
  const device = await openOtherDevice(site, account)
  await device.write({ title: 'Shopping', text: 'Milk and bread' })
  await device.write({ title: 'Plumber', text: 'The kitchen tap drips' })
  await device.write({ title: '', text: 'Milk the cow, then rest' })
  await device.write({ title: 'مذكرة', text: 'نلتقي غدا' })
  await enter(page, site, account)
  const search = page.getByRole('searchbox', { name: 'Search notes' })
  await search.pressSequentially('milk')
  await expect(namesOn(page)).toHaveText(['Milk the cow, then rest', 'Shopping'])
  await expect(page.getByRole('status').filter({ hasText: '2 notes with “milk”' })).toHaveCount(1)
  await expect(page).toHaveURL('/app?search=milk')
  await nameOf(page, 'Shopping').click()
  await expect(rows(page, 'Milk and bread').getByRole('button', { name: 'Edit' })).toBeVisible()
  await page.reload()
  await expect(search).toHaveValue('milk')
  await expect(namesOn(page)).toHaveText(['Milk the cow, then rest', 'Shopping'])

  await search.fill('zebra')
  await search.press('Enter')
  await expect(rows(page)).toHaveCount(0)
  await expect(page.getByText('No notes with “zebra”').filter({ visible: true })).toHaveCount(2)
  await expectNoFault(page)
  await search.press('Escape')
  await expect(rows(page)).toHaveCount(4)
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
  await expect(page).toHaveURL('/app')
  await expect(nameOf(page, 'مذكرة')).toHaveAttribute('dir', 'auto')
  await nameOf(page, 'Plumber').click()
  await rows(page, 'Plumber').getByRole('button', { name: 'Delete' }).click()
  await nameOf(page, 'Shopping').click()
  await expect(rows(page, 'Shopping').getByRole('button', { name: 'Edit' })).toBeVisible()
  await expectNoFault(page)
})

test('the list goes on with Show more; both that and search work without scripts', async ({
  page,
  site,
  browser,
}) => {
  const account = await signInAsSomebody(page, site)
  const device = await openOtherDevice(site, account)
  for (let count = 1; count <= 33; count += 1) await device.write({ title: `Note ${count}`, text: 'text' })
  await enter(page, site, account)
  await expect(rows(page)).toHaveCount(30)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(rows(page)).toHaveCount(33)
  await expect(nameOf(page, 'Note 3')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Show more' })).toBeHidden()

  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const plain = await context.newPage()
  await openSession(plain, site, account)
  await plain.goto('/app')
  await plain.getByRole('link', { name: 'Show more' }).click()
  await expect(namesOn(plain)).toHaveText(['Note 3', 'Note 2', 'Note 1'])
  await plain.getByLabel('Search notes').fill('33')
  await plain.getByRole('button', { name: 'Search' }).click()
  await expect(namesOn(plain)).toHaveText(['Note 33'])
  await plain.getByRole('link', { name: 'Show all notes' }).click()
  await expect(rows(plain)).toHaveCount(30)
  await context.close()
})

test.describe('beyond the limit', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('words say when to search again, and the list stays', async ({ page, site }) => {
    const account = await signInAsSomebody(page, site)
    const device = await openOtherDevice(site, account)
    await device.write({ title: 'Shopping', text: 'Milk' })
    await page.reload()
    const search = page.getByRole('searchbox', { name: 'Search notes' })
    // Each on a connection of its own: one that was kept may just be closed by the site.
    const ask = (path: string) => page.request.get(path, { headers: { connection: 'close' } })
    const askOften = (path: string) => Promise.all(Array.from({ length: 60 }, () => ask(path)))
    await askOften('/api/notes?search=milk')
    await search.fill('milk')
    await expect(page.getByText('Too many requests in a short time.')).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    // With a database of its own the site counts questions to the page by themselves.
    await askOften('/app?search=milk')
    await page.goto('/app?search=milk')
    await expect(page.getByText('Too many requests in a short time.')).toBeVisible()
    await expect(search).toHaveValue('milk')
    await expect(rows(page)).toHaveCount(1)
  })
})
