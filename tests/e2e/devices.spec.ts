import type { Page } from '@playwright/test'
import { openAccount } from '../support/account-page'
import { type Account, createAccount } from '../support/accounts'
import { closeContext } from '../support/contexts'
import { expect, test } from '../support/fixtures'
import { getAccountPage, postToken, sessionCookieOf } from '../support/requests'
import type { Site } from '../support/site'
import { signIn, signInAsSomebody } from '../support/visitor'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15'

/** The same person's session on another device: its cookie. */
async function openElsewhere(site: Site, { idToken }: Account, userAgent: string): Promise<string> {
  return sessionCookieOf(await postToken(site, idToken, { 'user-agent': userAgent })).value
}

const statusOf = async (site: Site, cookie: string) => (await getAccountPage(site, cookie)).status
const devices = (page: Page) => page.getByRole('region', { name: 'Where you are signed in' })

async function begin(page: Page, site: Site): Promise<{ account: Account; cookies: [string, string] }> {
  const account = await createAccount(site)
  const cookies: [string, string] = [
    await openElsewhere(site, account, firefox),
    await openElsewhere(site, account, safari),
  ]
  await signIn(page, account)
  await openAccount(page)
  return { account, cookies }
}

test('the list names each device, marks this one, and offers no way to end it there', async ({
  page,
  site,
}) => {
  await begin(page, site)
  const rows = devices(page).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.filter({ hasText: 'this browser' })).toHaveText(/Chrom(e|ium) on Linux/)
  await expect(rows.filter({ hasText: 'this browser' }).getByRole('button')).toHaveCount(0)
  await expect(rows.filter({ hasText: 'Firefox on Linux' })).toContainText('last seen')
  await expect(rows.filter({ hasText: 'Safari on macOS' })).toContainText('Signed in')
})

test('one device is signed out, at once, and the others stay', async ({ page, site }) => {
  const { cookies } = await begin(page, site)
  await page.getByRole('button', { name: 'End this one: Firefox on Linux' }).click()
  await expect(devices(page).getByText('Firefox on Linux is signed out.')).toBeFocused()
  await expect(devices(page).getByRole('listitem')).toHaveCount(2)
  expect(await Promise.all(cookies.map((cookie) => statusOf(site, cookie)))).toEqual([307, 200])
  await page.reload()
  await expect(devices(page).getByRole('listitem')).toHaveCount(2)
})

test('all others are signed out, and this browser stays', async ({ page, site }) => {
  const { cookies } = await begin(page, site)
  await page.getByRole('button', { name: 'End all others' }).click()
  await expect(devices(page).getByText('All others are signed out.')).toBeVisible()
  expect(await Promise.all(cookies.map((cookie) => statusOf(site, cookie)))).toEqual([307, 307])
  await expect(page.getByRole('button', { name: 'End all others' })).toBeHidden()
  await page.reload()
  await expect(devices(page).getByRole('listitem')).toHaveCount(1)
})

test('everywhere means here, too, and tokens of before open nothing any more', async ({ page, site }) => {
  const { account, cookies } = await begin(page, site)
  // Firebase counts in whole seconds, and what was issued in the second of the revocation is still good.
  await expect.poll(() => Date.now() / 1000 > issuedAt(account.idToken) + 1).toBe(true)
  await page.getByRole('button', { name: 'End everywhere' }).click()
  await expect(page).toHaveURL('/')
  expect(await Promise.all(cookies.map((cookie) => statusOf(site, cookie)))).toEqual([307, 307])
  expect((await postToken(site, account.idToken)).status).toBe(401)
  await page.goto('/app')
  await expect(page).toHaveURL('/login?next=%2Fapp')
})

function issuedAt(token: string): number {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).iat
}

test.describe('when the site does not answer', () => {
  test.use({ expectedErrors: /Failed to load resource|net::ERR_/ })

  test('words say that nothing was changed, and the next try works', async ({ page, site }) => {
    const { cookies } = await begin(page, site)
    await page.route('**/api/sessions**', (route) => route.abort())
    await page.getByRole('button', { name: 'End all others' }).click()
    await expect(page.getByText('Nothing was changed: this site did not answer')).toBeVisible()
    expect(await Promise.all(cookies.map((cookie) => statusOf(site, cookie)))).toEqual([200, 200])
    await page.unrouteAll()
    await page.getByRole('button', { name: 'End all others' }).click()
    await expect(devices(page).getByText('All others are signed out.')).toBeVisible()
  })
})

test('before the scripts have come the buttons cannot be pressed', async ({ page, site, browser }) => {
  await signInAsSomebody(page, site)
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const silent = await context.newPage()
  const scriptOnly = {
    '/app': ['Sign out', 'Save note'],
    '/app/account': ['End everywhere', 'Delete account…'],
  }
  for (const [path, names] of Object.entries(scriptOnly)) {
    await silent.goto(site.url + path)
    for (const name of names) await expect(silent.locator('button', { hasText: name })).toBeDisabled()
  }
  await closeContext(context)
})
