/** After a sign-out the browser holds nothing of the user (ASVS 14.3.1). */
import type { Page } from '@playwright/test'
import { accountOn, openAccount } from '../support/account-page'
import { type Account, createAccount } from '../support/accounts'
import { closePage } from '../support/browser'
import { collectBrowserData, expectNoTraceOf } from '../support/browser-data'
import { expect, test } from '../support/fixtures'
import { watchLog } from '../support/log'
import { expectSaved, noteField, saves, triggerSync, writeUnsaved } from '../support/notes-page'
import { removeRoute, removeRoutes } from '../support/pages'
import { mockProvider, refuse } from '../support/provider'
import type { Site } from '../support/site'
import {
  accountMenu,
  breakStorageDeletes,
  openNotesAs,
  openNotesAsNewAccount,
  openWithUser,
  sessionCookie,
  signIn,
  signInNewAccount,
  signOut,
  signOutButton,
  signOutElsewhere,
} from '../support/visitor'

/** Reads of the browser's cache print their misses, and failed saves print errors. */
test.use({ expectedErrors: /net::ERR_(CACHE_MISS|FAILED)/ })

const warning = (page: Page) => page.getByRole('dialog', { name: 'Sign out without saving?' })

/** The hint for the first paint of the next page. */
const hintIn = (page: Page) => page.evaluate(() => localStorage.getItem('foyer-signed-in'))

type Traced = { page: Page; other: Page; site: Site; account: Account }

/**
 * Everything a browser may store about a user: drafts in two tabs, one of them on a public page; what was typed before a
 * reload; the address of an email link; and the SDK's user where it has no database.
 */
async function leaveTraces({ page, other, site, account }: Traced): Promise<void> {
  await openNotesAs(page, site, account)
  await other.goto('/app')
  await writeUnsaved(other, 'half a thought elsewhere')
  await other.goto('/terms')
  await expect(accountMenu(other)).toBeVisible()
  for (const tab of [page, other]) await tab.evaluate(plantTraces, account)
  await writeUnsaved(page, 'half a thought')
}

/** Runs in the page. */
function plantTraces({ email, userId }: Account): void {
  const typed = { path: '/elsewhere', until: 0, typed: { email } }
  localStorage.setItem('foyer-signed-in', '1')
  sessionStorage.setItem('foyer-chunk-reload', JSON.stringify(typed))
  localStorage.setItem('foyer-sign-in-email', JSON.stringify({ email, until: Date.now() + 3_600_000 }))
  localStorage.setItem('firebase:authUser:demo-api-key:[DEFAULT]', JSON.stringify({ uid: userId }))
}

// After a deletion of the account or a sign-out everywhere the same code runs: `sign-out`.
test('after a sign-out nothing of the user is left in any tab of this browser', async ({
  page,
  site,
  context,
}) => {
  const other = await context.newPage()
  const account = await createAccount(site)
  await leaveTraces({ page, other, site, account })
  expect(await hintIn(page)).toBe('1')
  await signOut(page)
  await warning(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  expect(await hintIn(page)).toBeNull()
  await expect(other.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  await expect.poll(() => other.evaluate(() => sessionStorage.getItem('foyer-drafts'))).toBeNull()
  await expectNoTraceOf(account, page)
  await expectNoTraceOf(account, other)
})

test.describe('while something fails', () => {
  test.use({ expectedErrors: /Failed to load resource|Connection to Indexed Database/ })

  test('a sign-out that would lose a note asks first; one that the server doesn’t get keeps everything', async ({
    page,
    site,
    context,
  }) => {
    await signInNewAccount(page, site)
    await openWithUser(page, '/app')
    const other = await context.newPage()
    await openWithUser(other, '/app')
    await writeUnsaved(other, 'half a thought')
    await test.step('whichever tab has the note, and by both ways to stay', async () => {
      await signOut(page)
      await expect(warning(page)).toContainText('isn’t saved yet')
      const stay = warning(page).getByRole('button', { name: 'Stay signed in' })
      await expect(stay).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(warning(page)).toBeHidden()
      await expect(await signOutButton(page)).toBeFocused()
      await signOut(page)
      await expect(stay).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(warning(page)).toBeHidden()
      await expect(page.getByRole('heading', { name: 'Your notes' })).toBeVisible()
      await expect(noteField(other)).toHaveValue('half a thought')
    })
    await test.step('the site does not get the sign-out', async () => {
      await writeUnsaved(page, 'another half')
      const before = await collectBrowserData(page)
      await page.route('**/api/session', (route) =>
        route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
      )
      await signOut(page)
      await warning(page).getByRole('button', { name: 'Sign out' }).click()
      await expect(page.getByText('you’re still signed in')).toBeVisible()
      expect((await collectBrowserData(page)).content).toBe(before.content)
      expect(await hintIn(page)).toBe('1')
      expect(await sessionCookie(page)).not.toBeNull()
      await expect(noteField(page)).toHaveValue('another half')
      await expect(noteField(other)).toHaveValue('half a thought')
      await removeRoutes(page)
    })
    await test.step('the next sign-out works, without a question once everything is saved', async () => {
      await removeRoute(context, saves)
      for (const tab of [other, page]) await triggerSync(tab)
      await expectSaved(other)
      await expectSaved(page)
      await signOut(page)
      await expect(page).toHaveURL('/')
    })
  })

  test('a session that ends another way keeps drafts for the same user, and for nobody else', async ({
    page,
    site,
    context,
  }) => {
    const account = await openNotesAsNewAccount(page, site)
    await writeUnsaved(page, 'half a thought')
    await test.step('another tab learns that the user was disabled', async () => {
      const other = await context.newPage()
      await openAccount(other)
      await mockProvider(other, 'accounts:update', (route) => refuse(route, 'USER_DISABLED'))
      await accountOn(other).saveName.click()
      await expect(other).toHaveURL('/login?next=%2Fapp%2Faccount&notice=disabled')
      await expect(page).toHaveURL(/\/login\?next=%2Fapp%2F[\da-f-]{36}&notice=ended$/)
      expect(await hintIn(page)).toBeNull()
      await closePage(other)
      await signIn(page, account)
      await page.getByRole('link', { name: 'half a thought' }).click()
      await expect(noteField(page)).toHaveValue('half a thought')
    })
    const next = await createAccount(site)
    await test.step('another user signs in', async () => {
      await signOutElsewhere(page)
      await openNotesAs(page, site, next)
      await expect(page.getByText('No notes yet')).toBeVisible()
      await expect(page.getByText('half a thought')).toHaveCount(0)
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('thought')
    })
    await test.step('a user that the SDK cannot delete is gone from its store all the same, and the error is logged', async () => {
      const log = watchLog(site)
      await page.evaluate(breakStorageDeletes)
      await signOut(page)
      await expect(page).toHaveURL('/')
      await expectNoTraceOf(next, page)
      await expect
        .poll(log.errors)
        .toEqual([expect.stringContaining('Connection to Indexed Database server lost')])
    })
  })
})
