import { accountOn, openCollapsedAccount } from '../support/account-page'
import { createAccount } from '../support/accounts'
import { closePage } from '../support/contexts'
import { queryDatabase } from '../support/database/rows'
import { expect, test } from '../support/fixtures'
import { canSignIn } from '../support/mails'
import { expectSaved, holdSaves, noteField, startNote } from '../support/notes-page'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { accountMenu, openNotesAs, sessionCookie } from '../support/visitor'

test.use({ database: 'postgres' })

test('a deletion removes everything: rows, sessions, tabs, the account at the provider', async ({
  page,
  site,
  context,
}) => {
  const account = await createAccount(site)
  const elsewhere = sessionCookieOf(await postToken(site, account.idToken)).value
  const stranger = await createAccount(site)
  const strangersCookie = sessionCookieOf(await postToken(site, stranger.idToken)).value
  await openNotesAs(page, site, account)
  await page.evaluate(() => localStorage.setItem('foyer-last-used', 'google'))
  await (await startNote(page)).fill('for my eyes')
  await expectSaved(page)
  await holdSaves(page)
  await noteField(page).fill('half a thought')
  const tab = await context.newPage()
  await tab.goto(`${site.url}/app`)
  await expect(accountMenu(tab)).toBeVisible()
  await openCollapsedAccount(page)
  const cookie = (await sessionCookie(page)) ?? ''
  const on = accountOn(page)
  await on.startDeletion.click()
  await expect(on.deletion).toContainText('all your notes (1 note when you opened this page)')
  await on.currentPassword.fill(account.password)
  await on.deleteAll.click()
  await expect(page).toHaveURL('/login?notice=deleted')
  await expect(page.getByText('Your account and notes have been deleted.')).toBeVisible()

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
