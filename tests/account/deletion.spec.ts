import type { Page, Route } from '@playwright/test'
import { accountOn, openCollapsedAccount, startOnCollapsedAccount } from '../support/account-page'
import { createAccount } from '../support/accounts'
import { closePage } from '../support/browser'
import { expect, test } from '../support/fixtures'
import { canSignIn } from '../support/mails'
import { expectSaved, holdSaves, noteField, startNote } from '../support/notes-page'
import { abortRoute, fetchFromSite, queueAnswers } from '../support/pages'
import { mockProvider, refuse } from '../support/provider'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import type { Site } from '../support/site'
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
  await on.startDeletion.click()
  await expect(on.deletion).toContainText('all your notes (1 note when you opened this page)')
  await on.currentPassword.fill(account.password)
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

async function beginDeletion(page: Page, site: Site) {
  const account = await startOnCollapsedAccount(page, site)
  const on = accountOn(page)
  const fill = async () => {
    await on.startDeletion.click()
    await on.currentPassword.fill(account.password)
  }
  await fill()
  const answerNext = await queueAnswers(page, '**/api/account')
  return { on, fill, answerNext }
}

test('a deletion that fails says how, can be repeated, and never counts as done while unknown', async ({
  page,
  site,
}) => {
  const { on, fill, answerNext } = await beginDeletion(page, site)

  await test.step('while it runs Escape doesn’t close the dialog, which then shows the error', async () => {
    const held: Route[] = []
    answerNext((route) => void held.push(route))
    await on.deleteAll.click()
    await expect.poll(() => held.length).toBe(1)
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
    await expect(on.deletion).toBeVisible()
    await held[0]?.fulfill({ status: 503, json: { code: 'account-half-deleted' } })
    await expect(on.dialogProblem).toContainText('Everything you kept here has been deleted')
    await expect(on.deleteAll).toBeEnabled()
    await page.keyboard.press('Escape')
    await expect(on.deletion).toBeHidden()
  })

  await fill()
  const refuseWith = (status: number, code: string) => (route: Route) =>
    route.fulfill({ status, json: { code } })
  for (const [answers, words] of [
    [[abortRoute, abortRoute], 'we don’t know whether anything was deleted'],
    [[refuseWith(503, 'account-not-deleted')], 'Nothing was deleted'],
    [[refuseWith(403, 'recent-sign-in-needed')], 'Enter your password to continue.'],
  ] as const)
    await test.step(words, async () => {
      answerNext(...answers)
      await on.deleteAll.click()
      await expect(on.dialogProblem).toContainText(words)
    })

  await test.step('one whose response is lost is repeated, which finds the account deleted', async () => {
    answerNext(async (route) => {
      await fetchFromSite(route)
      await route.abort()
    })
    await on.deleteAll.click()
    await expect(page).toHaveURL('/login?notice=deleted')
    await expect(
      page.getByText('Your account has been deleted, with everything you kept here.'),
    ).toBeVisible()
  })
})

/** A test of its own, as a page without a session may leave at any time. */
test('a deletion whose responses are lost doesn’t count as done while the provider is unreachable', async ({
  page,
  site,
  context,
}) => {
  const { on, answerNext } = await beginDeletion(page, site)
  answerNext(abortRoute, abortRoute)
  await on.deleteAll.click()
  await expect(on.dialogProblem).toContainText('we don’t know whether anything was deleted')
  await mockProvider(page, 'token', (route) => refuse(route, 'The service is currently unavailable.', 503))
  await context.clearCookies()
  await on.deleteAll.click()
  await expect(on.dialogProblem).toContainText('You’ve been signed out.')
  await expect(page).toHaveURL('/app/account')
})
