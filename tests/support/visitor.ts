/** Signing in and out, for tests about something else. */

import { expect, type Locator, type Page } from '@playwright/test'
import { createdHereHeader } from '@/lib/session/address-proof'
import { type Account, type Cookie, createAccount, expiredCookie, oldSignInCookie } from './accounts'
import { fetchFromSite, waitUntilHandled } from './pages'
import { createdHash } from './requests'
import { isOnEmptyPage, storeUser } from './sdk-user'
import type { Site } from './site'

/** Waits for the scripts of the sign-in form. */
export async function waitForSignInForm(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
}

/** Signs in by the form, and waits for the scripts of the notes page. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/app')
  await expect(accountMenu(page)).toBeVisible()
}

/** Shown in the header once the page's scripts run and it knows the session. */
export const accountMenu = (page: Page) => page.getByRole('button', { name: 'Account menu' })

/** The heading of the notes page. */
export const yourNotes = (page: Page) => page.getByRole('heading', { name: 'Your notes' })

/** A new connection: the site may be closing one that was kept. */
const alone = { connection: 'close' }

/** The browser's session, as the site sees it. */
export async function sessionOf(page: Page): Promise<{ signedIn: boolean; userId?: string }> {
  return (await page.request.get('/api/session', { headers: alone })).json()
}

/** Checks the account menu's address, and closes the menu again. */
export async function expectSignedInAs(page: Page, email: string): Promise<void> {
  // A page that rerenders closes the menu.
  await expect(async () => {
    if ((await accountMenu(page).getAttribute('aria-expanded')) === 'false') await accountMenu(page).click()
    const words = page.getByRole('navigation', { name: 'Account' }).getByText(email)
    await expect(words).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await page.keyboard.press('Escape')
}

/** The button that signs out, once the account menu is open. */
export async function signOutButton(page: Page): Promise<Locator> {
  if ((await accountMenu(page).getAttribute('aria-expanded')) === 'false') await accountMenu(page).click()
  const button = page
    .getByRole('navigation', { name: 'Account' })
    .getByRole('button', { name: 'Sign out' })
    .first()
  await expect(button).toBeEnabled()
  return button
}

/** Signs out by the account menu. */
export async function signOut(page: Page): Promise<void> {
  await (await signOutButton(page)).click()
}

/** A new account, signed in without opening a page. */
export async function signInNewAccount(page: Page, site: Site): Promise<Account> {
  const account = await createAccount(site)
  await signInWithoutForm(page, site, account)
  return account
}

/** A new account on the notes page, signed in without the form. */
export async function openNotesAsNewAccount(page: Page, site: Site): Promise<Account> {
  return openNotesAs(page, site, await createAccount(site))
}

/** Opens the notes page as this account, signed in without the form. */
export async function openNotesAs(page: Page, site: Site, account: Account): Promise<Account> {
  await signInWithoutForm(page, site, account)
  await page.goto('/app')
  await expect(accountMenu(page)).toBeVisible()
  return account
}

/** Stores what a sign-in stores, without its pages: the session cookie, and the SDK's user. */
export async function signInWithoutForm(page: Page, site: Site, account: Account): Promise<void> {
  // First, as this leaves the sign-in form, which would continue by itself once there is a session.
  await storeUser(page, site, account)
  await createSession(page, site, account)
}

/** Opens a session and stores its cookie; the SDK has no user. */
export async function createSession(page: Page, site: Site, { idToken, userId }: Account): Promise<void> {
  // The account was just created, also by Google.
  const headers = { ...alone, authorization: `Bearer ${idToken}`, [createdHereHeader]: createdHash(userId) }
  const opened = await page.request.post(`${site.url}/api/session`, { headers })
  expect(opened.status(), 'a session is opened').toBe(204)
}

/** Ends all sessions as another device would, and waits until the notes page has left by itself. */
export async function signOutElsewhere(page: Page): Promise<void> {
  await page.request.delete('/api/sessions?which=all', { headers: alone })
  await checkSessionNow(page)
  await expect(page).toHaveURL(/\/login\?next=%2Fapp/)
}

/** Has the page check its session now, as when the network is back. It may be leaving already, as it checks every few seconds. */
export async function checkSessionNow(page: Page): Promise<void> {
  await page
    .evaluate(() => void dispatchEvent(new Event('online')))
    .catch((error) => expect(String(error)).toContain('Execution context was destroyed'))
}

/** Makes the account's only session one that expired an hour ago. Needs PostgreSQL. */
export async function expireSession(page: Page, site: Site, account: Account): Promise<void> {
  await takeCookie(page, site, await expiredCookie(site, account))
}

/** Makes the account's only session one from a sign-in ten minutes ago. Needs PostgreSQL. */
export async function ageSignIn(page: Page, site: Site, account: Account): Promise<void> {
  await takeCookie(page, site, await oldSignInCookie(site, account))
}

function takeCookie(page: Page, { url }: Site, cookie: Cookie): Promise<void> {
  return page.context().addCookies([{ ...cookie, url, httpOnly: true, sameSite: 'Lax' }])
}

/** Deletes the SDK's user and keeps the cookie, as Safari does after a week. */
export async function deleteSdkUser(page: Page): Promise<void> {
  await page.goto('/terms')
  await page.evaluate(
    () =>
      new Promise((done) => {
        indexedDB.deleteDatabase('firebaseLocalStorageDb').onsuccess = done
      }),
  )
}

/** The value of the session cookie, or null. */
export async function sessionCookie(page: Page): Promise<string | null> {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name === '__session')?.value ?? null
}

/** The claims of the session cookie. */
export async function claimsOf(page: Page): Promise<Record<string, unknown>> {
  const [, payload = ''] = (await sessionCookie(page))?.split('.') ?? []
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

/** Adds these fields to the response of `GET /api/session`. */
export async function overrideSession(page: Page, facts: () => object): Promise<void> {
  await page.route('**/api/session', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const answer = await fetchFromSite(route)
    await route.fulfill({
      ...answer,
      body: JSON.stringify({ ...JSON.parse(String(answer.body)), ...facts() }),
    })
  })
}

/** Types into a field that the test adds to the page, which a reload would lose. */
export async function typeSomething(page: Page): Promise<void> {
  await page.evaluate(() => {
    const field = document.createElement('textarea')
    field.setAttribute('aria-label', 'Unsaved')
    document.querySelector('main')?.append(field)
  })
  await page.getByLabel('Unsaved').fill('not saved yet')
}

/** Runs in the page: fails all deletions but the SDK's own test of its storage. */
export function breakStorageDeletes(): void {
  const remove = IDBObjectStore.prototype.delete
  IDBObjectStore.prototype.delete = function (key) {
    if (key === '__sak') return remove.call(this, key)
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  }
}

/**
 * Opens a signed-in page and waits until its SDK has fetched its user, so that requests a test counts or holds later aren't
 * that one.
 */
export async function openWithUser(page: Page, path: string): Promise<void> {
  // From a page that doesn't fetch it, so the response belongs to the next page.
  if (!isOnEmptyPage(page)) await page.goto('/terms')
  const known = page.waitForResponse(
    (response) => response.url().includes('accounts:lookup') && response.request().method() === 'POST',
  )
  await page.goto(path)
  await waitUntilHandled(page, known)
}
