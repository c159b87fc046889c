import { type Account, createAccount } from '../support/accounts'
import { expectAccessible } from '../support/axe'
import { expect, siteTest, test } from '../support/fixtures'
import { noteLink, noteNames, openNote, rows } from '../support/notes-page'
import { signInOtherDevice } from '../support/other-device'
import { postToken, sessionCookieOf } from '../support/requests'
import type { Site } from '../support/site'
import { openNotesAs } from '../support/visitor'

/** Where instances may share a database, the page's searches count with those of the endpoint. Beyond the limit it answers with 429. */
test.use({ database: 'postgres', expectedErrors: /429 \(Too Many Requests\)/ })

test('search finds while one types, is in the address, and is left with Escape', async ({ page, site }) => {
  const account = await createAccount(site)
  const device = await signInOtherDevice(site, account)
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
  await search.blur()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await search.blur()
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toContainText('Search notes')
  await expectAccessible(page)
  await shortcuts.getByLabel('Use single-key shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(search).not.toBeFocused()
  await page.reload()
  await page.keyboard.press('?')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await shortcuts.getByLabel('Use single-key shortcuts').check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
})

test('the list goes on with Show more; beyond the limit of searches words say when, and the list stays', async ({
  page,
  site,
}) => {
  const account = await createAccount(site)
  await writeMany(site, account)
  await openNotesAs(page, site, account)
  await expect(rows(page)).toHaveCount(30)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(rows(page)).toHaveCount(33)
  await expect(noteLink(page, 'Note 3')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Show more' })).toBeHidden()

  await test.step('beyond the limit', async () => {
    // Each on a connection of its own: one that was kept may just be closed by the site.
    const ask = (path: string) => page.request.get(path, { headers: { connection: 'close' } })
    const search = () => ask('/api/notes?search=text')
    const searchMuch = () => Promise.all(Array.from({ length: 60 }, search))
    // On a busy machine some may have been put off, which don't count, or a minute is over.
    await expect
      .poll(async () => (await searchMuch()).map((answer) => answer.status()), { timeout: 60_000 })
      .toContain(429)
    await page.getByRole('searchbox', { name: 'Search notes' }).fill('text')
    await expect(page.getByText('Too many requests in a short time.')).toBeVisible()
    await expect(rows(page)).toHaveCount(33)
    const html = await (await ask('/app?search=text')).text()
    for (const part of ['Too many requests in a short time.', ' value="text"', '>Note 33<'])
      expect(html).toContain(part)
  })
})

siteTest('Show more and search work without scripts', async ({ site }) => {
  const account = await createAccount(site)
  await writeMany(site, account)
  const cookie = sessionCookieOf(await postToken(site, account.idToken)).value

  async function open(path: string) {
    const headers = { cookie: `__session=${cookie}` }
    const html = await (await fetch(site.url + path, { headers })).text()
    // What comes later waits there for a script that puts it in place.
    expect(html).not.toMatch(/<div hidden="" id="S:/)
    const names = [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/gs)].map(([, name = '']) => textOf(name))
    const links = [...html.matchAll(/<a[^>]* href="([^"]*)"[^>]*>(.*?)<\/a>/gs)]
    const hrefOf = (words: string) => links.find(([, , text = '']) => textOf(text) === words)?.[1] ?? ''
    return { html, names, hrefOf }
  }

  const first = await open('/app')
  const more = await open(first.hrefOf('Show more'))
  expect(more.names).toEqual(['Note 3', 'Note 2', 'Note 1'])
  const [form = ''] = /<form[^>]*>(?:(?!<\/form>).)*type="search".*?<\/form>/s.exec(more.html) ?? []
  expect(form).toMatch(
    /^<form action="\/app" method="get">.*<input[^>]* name="search".*<button type="submit"/s,
  )
  const found = await open('/app?search=33')
  expect(found.names).toEqual(['Note 33'])
  const all = await open(found.hrefOf('Show all notes'))
  expect(all.names).toHaveLength(30)
})

/** More notes than a list has at first. */
async function writeMany(site: Site, account: Account): Promise<void> {
  const device = await signInOtherDevice(site, account)
  for (let count = 1; count <= 33; count += 1) await device.write({ title: `Note ${count}`, text: 'text' })
}

const textOf = (html: string) => html.replace(/<[^>]*>/g, '')
