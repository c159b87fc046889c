import type { Route } from '@playwright/test'
import { accountOn, openCollapsedAccount, startOnCollapsedAccount } from '../support/account-page'
import { createAccount } from '../support/accounts'
import { closePage } from '../support/browser'
import { expect, test } from '../support/fixtures'
import { canSignIn } from '../support/mails'
import { expectSaved, holdSaves, noteField, startNote } from '../support/notes-page'
import { abortRoute, fetchFromSite, queueAnswers } from '../support/pages'
import { mockProvider, refuse } from '../support/provider'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { accountMenu, openNotesAs, sessionCookie } from '../support/visitor'

test.use({ expectedErrors: /Failed to load resource/ })

test('a deletion removes everything: notes, sessions, tabs, the account at the provider', async ({
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
  await expect(page.getByText('all your notes, including the trash, and every shared link')).toBeVisible()
  await on.startDeletion.click()
  await on.deleteAll.click()
  await expect(page).toHaveURL('/login?notice=deleted')
  await expect(page.getByText('Your account has been deleted, with everything you kept here.')).toBeVisible()

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
  expect((await getNotesPage(site, strangersCookie)).status).toBe(200)
  await expect
    .poll(() => site.records())
    .toContainEqual(expect.objectContaining({ event: 'account.deleted', userId: account.userId }))
  expect((await postToken(site, account.idToken)).status).toBe(401)
  expect(await canSignIn(site, account.email, account.password)).toBe(false)
})

test('a deletion that fails says how, can be repeated, and never counts as done while unknown', async ({
  page,
  site,
}) => {
  await startOnCollapsedAccount(page, site)
  const on = accountOn(page)
  const section = page.getByRole('region', { name: 'Delete account' })
  const answerNext = await queueAnswers(page, '**/api/account')

  async function remove(words: string, ...answers: ((route: Route) => void)[]) {
    answerNext(...answers)
    await on.startDeletion.click()
    await on.deleteAll.click()
    await expect(section.getByRole('alert')).toContainText(words)
  }

  const refuseWith = (code: string) => (route: Route) => route.fulfill({ status: 503, json: { code } })
  for (const [words, ...answers] of [
    ['we don’t know whether anything was deleted', abortRoute, abortRoute],
    ['Nothing was deleted', refuseWith('account-not-deleted')],
    ['Everything you kept here has been deleted', refuseWith('account-half-deleted')],
  ] as const)
    await test.step(words, () => remove(words, ...answers))

  await test.step('one whose response is lost is repeated, which finds the account deleted', async () => {
    answerNext(async (route) => {
      await fetchFromSite(route)
      await route.abort()
    })
    await on.startDeletion.click()
    await on.deleteAll.click()
    await expect(page).toHaveURL('/login?notice=deleted')
  })
})

/** A test of its own, as a page without a session may leave at any time. */
test('a deletion whose response is lost doesn’t count as done while the provider is unreachable', async ({
  page,
  site,
  context,
}) => {
  await startOnCollapsedAccount(page, site)
  const on = accountOn(page)
  const answerNext = await queueAnswers(page, '**/api/account')
  await mockProvider(page, 'token', (route) => refuse(route, 'The service is currently unavailable.', 503))
  await on.startDeletion.click()
  answerNext(async (route) => {
    await context.clearCookies()
    await route.abort()
  })
  await on.deleteAll.click()
  await expect(page.getByText('You’ve been signed out.')).toBeVisible()
  await expect(page).toHaveURL('/app/account')
})
