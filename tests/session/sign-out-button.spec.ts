/**
 * What a browser still holds after a person has signed out: nothing of theirs (ASVS 14.3.1).
 * Over 200 lines: the ways to sign out and what each must leave stand in one table.
 */
import type { Page } from '@playwright/test'
import { accountOn, openAccount } from '../support/account-page'
import { type Account, createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { collectKept, expectNothingOf } from '../support/kept'
import { watchLog } from '../support/log-since'
import { expectSaved, noteField, writeUnsaved } from '../support/notes-editor'
import { refuse, standIn } from '../support/provider'
import type { Site } from '../support/site'
import {
  accountMenu,
  becomeSomebody,
  endElsewhere,
  enter,
  loseStorage,
  openKnown,
  sessionCookie,
  signIn,
  signInAsSomebody,
  signOut,
  signOutButton,
} from '../support/visitor'

/** What asks the browser's own cache prints its misses, and so do saves that are lost. */
test.use({ expectedErrors: /net::ERR_(CACHE_MISS|FAILED)/ })

const warning = (page: Page) => page.getByRole('dialog', { name: 'Sign out without saving?' })

/**
 * All that may be kept of a person: drafts in two tabs, one of which has gone on to a public page; what was typed before a
 * reload; the address that a link was sent to; and a user where the SDK keeps it if it has no database.
 */
async function leaveTraces(page: Page, site: Site, account: Account): Promise<Page> {
  await enter(page, site, account)
  const other = await page.context().newPage()
  await other.goto('/app')
  await writeUnsaved(other, 'half a thought elsewhere')
  await other.goto('/terms')
  await expect(accountMenu(other)).toBeVisible()
  for (const tab of [page, other]) await tab.evaluate(plantTraces, account)
  await writeUnsaved(page, 'half a thought')
  return other
}

/** Runs in the page. */
function plantTraces({ email, userId }: Account): void {
  const typed = { path: '/elsewhere', until: 0, typed: { email } }
  sessionStorage.setItem('foyer-chunk-reload', JSON.stringify(typed))
  localStorage.setItem('foyer-sign-in-email', JSON.stringify({ email, until: Date.now() + 3_600_000 }))
  localStorage.setItem('firebase:authUser:demo-api-key:[DEFAULT]', JSON.stringify({ uid: userId }))
}

const ways: {
  what: string
  asks: boolean
  leave: (page: Page, account: Account) => Promise<void>
  ends: string
}[] = [
  { what: 'a sign-out', asks: true, leave: signOut, ends: '/' },
  {
    what: 'a sign-out everywhere',
    asks: true,
    leave: async (page) => {
      await openAccount(page)
      await page.getByRole('button', { name: 'Sign out everywhere' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    },
    ends: '/login?notice=signed-out-everywhere',
  },
  {
    what: 'a deletion of the account',
    asks: false,
    leave: async (page, { password }) => {
      await openAccount(page)
      const on = accountOn(page)
      await on.startDeletion.click()
      await on.currentPassword.fill(password)
      await on.deleteAll.click()
    },
    ends: '/login?notice=deleted',
  },
]

for (const { what, asks, leave, ends } of ways) {
  test(`after ${what} nothing of the person is left in this browser, in no tab of it`, async ({
    page,
    site,
  }) => {
    const account = await createAccount(site)
    const other = await leaveTraces(page, site, account)
    await leave(page, account)
    if (asks) await warning(page).getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(ends)
    await expect(other.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
    await expectNothingOf(account, page)
    await expectNothingOf(account, other)
  })
}

test('whoever would lose a note is asked first, by whichever tab has it, and may stay', async ({
  page,
  site,
  context,
}) => {
  const account = await signInAsSomebody(page, site)
  const other = await context.newPage()
  await other.goto('/app')
  await writeUnsaved(other, 'half a thought')
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
  await expect(page.getByRole('main').getByText(account.email)).toBeVisible()
  await expect(noteField(other)).toHaveValue('half a thought')
  await context.unrouteAll()
  await expectSaved(other)
  await signOut(page)
  await expect(page).toHaveURL('/')
})

test.describe('a session that ends otherwise', () => {
  test.use({ expectedErrors: /400 \(Bad Request\)|401 \(Unauthorized\)|net::ERR_FAILED/ })

  test('keeps what was typed for the same person, and nobody else finds it', async ({ page, site }) => {
    const account = await signInAsSomebody(page, site)
    const next = await createAccount(site)
    await writeUnsaved(page, 'half a thought')
    await endElsewhere(page)
    await signIn(page, account)
    await expect(noteField(page)).toHaveValue('half a thought')
    await endElsewhere(page)
    await signIn(page, next)
    await expect(page.getByText('No notes yet')).toBeVisible()
    await expect(noteField(page)).toBeHidden()
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('thought')
  })

  test('keeps it in the other tabs, too', async ({ page, site, context }) => {
    const account = await signInAsSomebody(page, site)
    await writeUnsaved(page, 'half a thought')
    const other = await context.newPage()
    await openAccount(other)
    const stop = await standIn(other, 'accounts:update', (route) => refuse(route, 'USER_DISABLED'))
    await accountOn(other).saveName.click()
    await expect(other).toHaveURL('/login?next=%2Fapp%2Faccount&notice=disabled')
    await expect(page).toHaveURL('/login?next=%2Fapp&notice=ended')
    await stop()
    await signIn(page, account)
    await expect(noteField(page)).toHaveValue('half a thought')
  })
})

test.describe('when something fails', () => {
  test.use({ expectedErrors: /Failed to load resource|Connection to Indexed Database/ })

  test('a sign-out that the site does not hear of keeps everything, and the next one works', async ({
    page,
    site,
  }) => {
    await becomeSomebody(page, site)
    await openKnown(page, '/app')
    await writeUnsaved(page, 'half a thought')
    const before = await collectKept(page)
    await page.route('**/api/session', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
    )
    await signOut(page)
    await warning(page).getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByText('you’re still signed in')).toBeVisible()
    expect((await collectKept(page)).content).toBe(before.content)
    expect(await sessionCookie(page)).not.toBeNull()
    await expect(noteField(page)).toHaveValue('half a thought')
    await page.unrouteAll()
    await signOut(page)
    await warning(page).getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/')
  })

  test('a person whose SDK cannot delete its user is gone from its store all the same, and the log is told', async ({
    page,
    site,
  }) => {
    const log = watchLog(site)
    const account = await signInAsSomebody(page, site)
    await page.evaluate(loseStorage)
    await signOut(page)
    await expect(page).toHaveURL('/')
    await expectNothingOf(account, page)
    await expect
      .poll(log.errors)
      .toEqual([expect.stringContaining('Connection to Indexed Database server lost')])
  })
})
