/** What a visitor does on the pages, for tests that are about something else. */
import { expect, type Locator, type Page } from '@playwright/test'
import { type Account, createAccount } from './accounts'
import { type Cookie, expiredCookie, oldSignInCookie } from './aged-cookie'
import { waitUntilHandled } from './handled'
import { fetchFromSite } from './routes'
import { isOnEmptyPage, storeUser } from './sdk-user'
import type { Site } from './site'

/** Waits for the scripts of the sign-in form: before them a key does nothing, and its button takes no focus. */
export async function waitForSignInForm(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
}

/** Signs in by the form and stands on the page of notes, its scripts running: before that nobody can sign out. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/app')
  await expect(accountMenu(page)).toBeVisible()
}

/** In the header once its page knows that somebody is signed in, so its scripts run. */
export const accountMenu = (page: Page) => page.getByRole('button', { name: 'Account menu' })

/** The heading of the page of notes, where that is shown. */
export const yourNotes = (page: Page) => page.getByRole('heading', { name: 'Your notes' })

/** On a connection of its own: one that was kept may just be closed by the site. */
const alone = { connection: 'close' }

/** What the site says of the browser's session. */
export async function sessionOf(page: Page): Promise<{ signedIn: boolean; userId?: string }> {
  return (await page.request.get('/api/session', { headers: alone })).json()
}

/** By the account menu, which is closed again. */
export async function expectSignedInAs(page: Page, email: string): Promise<void> {
  // A page that is just drawn anew closes the menu.
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

/** Signs out as a visitor does. */
export async function signOut(page: Page): Promise<void> {
  await (await signOutButton(page)).click()
}

/** A new account, signed in in this browser. */
export async function signInNewAccount(page: Page, site: Site): Promise<Account> {
  const account = await createAccount(site)
  await signInWithoutForm(page, site, account)
  return account
}

/** The same, on the page of notes as `signIn` leaves it: for tests to which it is all one how. */
export async function openNotesAsNewAccount(page: Page, site: Site): Promise<Account> {
  const account = await createAccount(site)
  await openNotesAs(page, site, account)
  return account
}

/** The same for an account that is there already. */
export async function openNotesAs(page: Page, site: Site, account: Account): Promise<void> {
  await signInWithoutForm(page, site, account)
  await page.goto('/app')
  await expect(accountMenu(page)).toBeVisible()
}

/** Has the browser as a sign-in leaves it, without a page: the session's cookie, and the user where the SDK keeps one. */
export async function signInWithoutForm(page: Page, site: Site, account: Account): Promise<void> {
  // First, as this leaves the form, which goes on by itself once there is a session.
  await storeUser(page, site, account)
  await createSession(page, site, account)
}

/** Opens a session whose cookie this browser has; the SDK knows nobody. */
export async function createSession(page: Page, site: Site, { idToken }: Account): Promise<void> {
  const headers = { ...alone, authorization: `Bearer ${idToken}` }
  const opened = await page.request.post(`${site.url}/api/session`, { headers })
  expect(opened.status(), 'a session is opened').toBe(204)
}

/** Ends all sessions as another device would, and waits until the notes page has heard of it and gone by itself. */
export async function signOutElsewhere(page: Page): Promise<void> {
  await page.request.delete('/api/sessions?which=all', { headers: alone })
  await checkSessionNow(page)
  await expect(page).toHaveURL(/\/login\?next=%2Fapp/)
}

/** Has the page ask for its session now, as when the network is back. It asks within seconds anyway, so it may be leaving already. */
export async function checkSessionNow(page: Page): Promise<void> {
  await page
    .evaluate(() => void dispatchEvent(new Event('online')))
    .catch((error) => expect(String(error)).toContain('Execution context was destroyed'))
}

/** Lets the account's one session have run out an hour ago, its cookie and its row. Needs a database it can reach. */
export async function expireSession(page: Page, site: Site, account: Account): Promise<void> {
  await takeCookie(page, site, await expiredCookie(site, account))
}

/** Lets the account's one session go on, from a sign-in of ten minutes ago. Needs a database it can reach. */
export async function ageSignIn(page: Page, site: Site, account: Account): Promise<void> {
  await takeCookie(page, site, await oldSignInCookie(site, account))
}

function takeCookie(page: Page, { url }: Site, cookie: Cookie): Promise<void> {
  return page.context().addCookies([{ ...cookie, url, httpOnly: true, sameSite: 'Lax' }])
}

/** The browser forgets the SDK's user and keeps the cookie, as Safari does after a week. */
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

/** What the session cookie says; the emulator's are not signed. */
export async function claimsOf(page: Page): Promise<Record<string, unknown>> {
  const [, payload = ''] = (await sessionCookie(page))?.split('.') ?? []
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

/** Lets `GET /api/session` answer with these facts, on top of what the server says. */
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

/** Types into a field that the test puts on the page: what a reload would lose. */
export async function typeSomething(page: Page): Promise<void> {
  await page.evaluate(() => {
    const field = document.createElement('textarea')
    field.setAttribute('aria-label', 'Unsaved')
    document.querySelector('main')?.append(field)
  })
  await page.getByLabel('Unsaved').fill('not saved yet')
}

/** Runs in the page: nothing can be deleted any more, but for what the SDK tries its storage with. */
export function breakStorageDeletes(): void {
  const remove = IDBObjectStore.prototype.delete
  IDBObjectStore.prototype.delete = function (key) {
    if (key === '__sak') return remove.call(this, key)
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  }
}

/**
 * Opens a signed-in page and waits until its SDK has asked for its user: what a test holds back or counts after that is of
 * something else.
 */
export async function openWithUser(page: Page, path: string): Promise<void> {
  // From a page that asks for nobody, so that the answer is one to the page that follows.
  if (!isOnEmptyPage(page)) await page.goto('/terms')
  const known = page.waitForResponse(
    (response) => response.url().includes('accounts:lookup') && response.request().method() === 'POST',
  )
  await page.goto(path)
  await waitUntilHandled(page, known)
}
