import type { Page } from '@playwright/test'
import { openCollapsedAccount } from '../support/account-page'
import { type Account, createAccount } from '../support/accounts'
import { expect, siteTest, test } from '../support/fixtures'
import { removeRoutes } from '../support/pages'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import type { Site } from '../support/site'
import { signInWithoutForm } from '../support/visitor'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15'

/** The cookie of the same user's session on another device. */
async function openElsewhere(site: Site, { idToken }: Account, userAgent: string): Promise<string> {
  return sessionCookieOf(await postToken(site, idToken, { 'user-agent': userAgent })).value
}

const statusOf = async (site: Site, cookie: string) => (await getNotesPage(site, cookie)).status
const devices = (page: Page) => page.getByRole('region', { name: 'Where you’re signed in' })

async function begin(page: Page, site: Site): Promise<{ account: Account; cookies: [string, string] }> {
  const account = await createAccount(site)
  const cookies: [string, string] = [
    await openElsewhere(site, account, firefox),
    await openElsewhere(site, account, safari),
  ]
  await openElsewhere(site, account, safari)
  await signInWithoutForm(page, site, account)
  await openCollapsedAccount(page)
  return { account, cookies }
}

test.use({ expectedErrors: /Failed to load resource|net::ERR_/ })

test('the list names each device, marks this one, and signs out one, all others or all', async ({
  page,
  site,
}) => {
  await page.clock.install()
  const { account, cookies } = await begin(page, site)
  const rows = devices(page).getByRole('listitem')
  const statuses = () => Promise.all(cookies.map((cookie) => statusOf(site, cookie)))
  await test.step('it names each device, marks this one, and doesn’t offer to end it', async () => {
    await expect(rows).toHaveCount(4)
    await expect(rows.first()).toHaveText(/Chrom(e|ium) on Linux This device.*Active now/)
    await expect(rows.filter({ hasText: 'This device' }).getByRole('button')).toHaveCount(0)
    await expect(rows.filter({ hasText: 'Firefox on Linux' })).toContainText('Signed in just now Last active')
    // Two of the same name: the exact time of the sign-in distinguishes them, and describes their buttons.
    const exact = /Signed in \S+ \S+ at \d+:\d\d(:\d\d)? [AP]M Last active just now/
    await expect(rows.filter({ hasText: 'Safari on macOS' })).toHaveText([exact, exact])
    const signOutSafari = page.getByRole('button', { name: 'Sign out Safari on macOS' }).first()
    await expect(signOutSafari).toHaveAccessibleDescription(exact)
  })
  await test.step('one is signed out, and the others stay', async () => {
    await page.getByRole('button', { name: 'Sign out Firefox on Linux' }).click()
    const told = devices(page).getByRole('status')
    await expect(told).toHaveText('Firefox on Linux is signed out.')
    await expect(told).toBeFocused()
    await expect(rows).toHaveCount(3)
    expect(await statuses()).toEqual([307, 200])
  })
  const others = page.getByRole('button', { name: 'Sign out other devices' })
  await test.step('without a response, words say that nothing changed', async () => {
    await page.route('**/api/sessions**', (route) => route.abort())
    await others.click()
    await expect(page.getByText('We couldn’t reach the server. Nothing changed.')).toBeVisible()
    expect(await statuses()).toEqual([307, 200])
    await removeRoutes(page)
  })
  // The SDK looks its user up once the page is idle; after the revocation the browser would log the refusal.
  let restored = Promise.resolve<unknown>(null)
  await test.step('the next attempt signs out all others, and this browser stays', async () => {
    await others.click()
    await expect(devices(page).getByText('Your other devices are signed out.')).toBeVisible()
    expect(await statuses()).toEqual([307, 307])
    await expect(others).toBeHidden()
    restored = page.waitForResponse(/accounts:lookup/)
    await page.reload()
    await expect(rows).toHaveCount(1)
  })
  await restored

  const everywhere = page.getByRole('button', { name: 'Sign out everywhere' })
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  const elsewhere = await openElsewhere(site, account, firefox)
  await test.step('Cancel has the focus, and ends none', async () => {
    await everywhere.click()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(everywhere).toBeFocused()
    expect(await statusOf(site, elsewhere)).toBe(200)
  })
  await test.step('everywhere includes this browser, a page that asks during it, and earlier tokens', async () => {
    await page.route('**/api/session', async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback()
      const asked = page.waitForResponse('**/api/session')
      await page.clock.fastForward(8_000)
      expect(await (await asked).json()).toEqual({ signedIn: false })
      await route.fallback()
    })
    // Firebase counts in whole seconds: a token issued in the second of the revocation is still valid.
    await expect.poll(() => Date.now() / 1000 > issuedAt(account.idToken) + 1).toBe(true)
    await everywhere.click()
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page).toHaveURL('/login?notice=signed-out-everywhere')
    await expect(page.getByText('You’re signed out everywhere.')).toBeVisible()
    expect(await statusOf(site, elsewhere)).toBe(307)
    expect((await postToken(site, account.idToken)).status).toBe(401)
    await page.goto('/app')
    await expect(page).toHaveURL('/login?next=%2Fapp')
  })
})

function issuedAt(token: string): number {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).iat
}

siteTest('before the scripts have loaded the buttons can’t be pressed', async ({ site }) => {
  const cookie = sessionCookieOf(await postToken(site, (await createAccount(site)).idToken)).value
  const headers = { cookie: `__session=${cookie}` }
  const html = await (await fetch(`${site.url}/app/account`, { headers })).text()
  for (const name of ['Sign out everywhere', 'Delete account…'])
    expect(html).toMatch(new RegExp(`<button[^>]* disabled=""[^>]*>${name}</button>`))
})
