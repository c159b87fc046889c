/** Browsers whose storage refuses or hangs: pages work all the same. */
import { createAccount } from '../support/accounts'
import { expectNoTraceOf } from '../support/browser-data'
import { expect, test } from '../support/fixtures'
import { accountMenu, expireSession, openNotesAs, signIn, signOutButton } from '../support/visitor'

/** Reads of the browser's cache print their misses. */
test.use({ database: 'postgres', expectedErrors: /net::ERR_CACHE_MISS/ })

/** As in Safari with many tabs, on one page. */
function hangDatabases(): void {
  if (location.pathname !== '/app') return
  IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  IDBFactory.prototype.databases = () => new Promise(() => undefined)
}

/** As after a page that was left while it wrote. */
function hangReads(): void {
  IDBDatabase.prototype.transaction = () =>
    ({
      objectStore: () => new Proxy({}, { get: () => () => new EventTarget() }),
    }) as unknown as IDBTransaction
}

/** Cookies and site data blocked, as in Firefox; locks as where storage is partitioned. */
function refuseSiteData(): void {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  LockManager.prototype.query = LockManager.prototype.request = async () => refuse()
  window.BroadcastChannel = class {
    constructor() {
      refuse()
    }
  } as unknown as typeof BroadcastChannel
}

/** Disabled, as in some in-app browsers. */
function switchStorageOff(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get: () => null })
}

test('if IndexedDB never answers, sign-out hides the notes immediately and the next page clears the rest', async ({
  page,
  site,
}) => {
  await page.addInitScript(hangDatabases)
  const account = await createAccount(site)
  await openNotesAs(page, site, account)
  const begin = Date.now()
  await (await signOutButton(page)).click()
  await expect(page.getByText('You’ve been signed out.')).toBeVisible()
  await expect(page.getByRole('main')).toBeHidden()
  await expect(page).toHaveURL('/')
  expect(Date.now() - begin, 'three seconds, and the time of this machine').toBeLessThan(8_000)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('foyer-clearing'))).toBeNull()
  await expectNoTraceOf(account, page)
})

for (const { what, refuse } of [
  { what: 'locks and channels are refused', refuse: refuseSiteData },
  { what: 'storage is disabled', refuse: switchStorageOff },
  { what: 'IndexedDB opens and never reads', refuse: hangReads },
])
  test(`where ${what}, people sign in, renew their session and sign out`, async ({ page, site, context }) => {
    await context.addInitScript(refuse)
    const account = await createAccount(site)
    await signIn(page, account)
    await expireSession(page, site, account)
    await page.goto('/app')
    await expect(accountMenu(page)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/app')
    await (await signOutButton(page)).click()
    await expect(page).toHaveURL('/')
  })
