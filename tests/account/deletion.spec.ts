import { accountOn, beginWithOldSignIn, openAccount } from '../support/account-page'
import { createAccount } from '../support/accounts'
import { closePage } from '../support/contexts'
import { queryDatabase } from '../support/database/rows'
import { expect, test } from '../support/fixtures'
import { canSignIn } from '../support/mails'
import { expectSaved, holdSaves, textField, writeNote } from '../support/notes-page'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { accountMenu, enter, sessionCookie } from '../support/visitor'

test.use({ database: 'postgres' })

const words = 'Your account and notes have been deleted.'

test.describe('a deletion', () => {
  test.use({ expectedErrors: /400 \(Bad Request\)/ })

  test('takes everything with it: rows, sessions, tabs, the account at the provider', async ({
    page,
    site,
    context,
  }) => {
    const account = await createAccount(site)
    const elsewhere = sessionCookieOf(await postToken(site, account.idToken)).value
    const stranger = await createAccount(site)
    const strangersCookie = sessionCookieOf(await postToken(site, stranger.idToken)).value
    await enter(page, site, account)
    await page.evaluate(() => localStorage.setItem('foyer-last-used', 'google'))
    await writeNote(page, 'for my eyes')
    await expectSaved(page)
    await holdSaves(page)
    await textField(page).fill('half a thought')
    const tab = await context.newPage()
    await tab.goto(`${site.url}/app`)
    await expect(accountMenu(tab)).toBeVisible()
    await openAccount(page)
    const cookie = (await sessionCookie(page)) ?? ''
    const on = accountOn(page)
    await on.startDeletion.click()
    await expect(on.deletion).toContainText('all your notes (1 note when you opened this page)')
    await on.currentPassword.fill(account.password)
    await on.deleteAll.click()
    await expect(page).toHaveURL('/login?notice=deleted')
    await expect(page.getByText(words)).toBeVisible()

    await expect(tab).toHaveURL(`${site.url}/login?notice=deleted`)
    await closePage(tab)
    expect(await page.evaluate(() => sessionStorage.getItem('foyer-drafts'))).toBeNull()
    expect(await page.evaluate(() => localStorage.getItem('foyer-last-used'))).toBeNull()
    expect(await sessionCookie(page)).toBeNull()
    for (const old of [cookie, elsewhere]) {
      expect((await getNotesPage(site, old)).status).toBe(307)
      const headers = { cookie: `__session=${old}` }
      expect((await fetch(`${site.url}/api/account/export`, { headers })).status).toBe(401)
    }
    for (const table of ['notes', 'sessions']) {
      const query = `select uid from ${table} where uid = $1`
      expect(await queryDatabase(site.databaseUrl, query, [account.userId])).toEqual([])
    }
    expect((await getNotesPage(site, strangersCookie)).status).toBe(200)
    await expect
      .poll(() => site.records())
      .toContainEqual(
        expect.objectContaining({ event: 'account.deleted', userId: account.userId, noteCount: 1 }),
      )
    expect((await postToken(site, account.idToken)).status).toBe(401)
    expect(await canSignIn(site, account.email, account.password)).toBe(false)
  })

  test('needs the right password, and Cancel leaves everything as it was', async ({ page, site }) => {
    const account = await beginWithOldSignIn(page, site)
    const on = accountOn(page)
    await on.startDeletion.click()
    await on.currentPassword.fill('not this one')
    await on.deleteAll.click()
    await expect(on.dialogProblem).toHaveText('Wrong password.')
    await expect(on.currentPassword).toHaveValue('not this one')
    await on.cancel.click()
    await expect(on.deletion).toBeHidden()
    await expect(on.startDeletion).toBeFocused()
    await page.reload()
    await expect(on.email).toContainText(account.email)
    await on.startDeletion.click()
    await on.currentPassword.fill(account.password)
    await on.deleteAll.click()
    await expect(page.getByText(words)).toBeVisible()
  })
})

test('all that is stored can be taken away as one file', async ({ page, site }) => {
  const account = await createAccount(site)
  await enter(page, site, account)
  await writeNote(page, 'Zeile eins\n„zwei“ 🚪')
  await expectSaved(page)
  await openAccount(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download your data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('foyer-account.json')
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  expect(text).toContain('\n  "profile": {\n')
  expect(JSON.parse(text)).toMatchObject({
    profile: { userId: account.userId, email: account.email, providers: [{ providerId: 'password' }] },
    notes: [{ text: 'Zeile eins\n„zwei“ 🚪' }],
    sessions: [{ device: expect.stringContaining('Linux'), endedAt: null }],
  })
  expect(text).not.toMatch(/hash/i)
  expect(page.url()).toBe(`${site.url}/app/account`)
})
