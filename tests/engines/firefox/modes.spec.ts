/** Storage that people switch off in Firefox: pages still work, and sign-in works or says what it needs. */
import { createAccount } from '../../support/accounts'
import { test as base, expect } from '../fixtures'
import { the } from '../locate'
import { type Preferences, startFirefox } from '../puppeteer'
import { click, enter, hasFocus, isAt, see, signIn, signOut } from '../steps'
import type { Engine, Tab, Visit } from '../tab'

const test = base.extend<{ tabWith: (preferences: Preferences) => Promise<Tab> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  tabWith: async ({}, use) => {
    const opened: (Engine & Visit)[] = []
    await use(async (preferences) => {
      const engine = await startFirefox(preferences)
      const visit = await engine.visit()
      opened.push({ ...engine, ...visit, close: engine.close })
      return visit.tab
    })
    for (const { errors, close } of opened) {
      await close()
      expect.soft(errors).toEqual([])
    }
  },
})

test('where all cookies are blocked every page stands, and a sign-in says to allow them', async ({
  tabWith,
  site,
}) => {
  const tab = await tabWith({ 'network.cookie.cookieBehavior': 2 })
  for (const [path, words] of [
    ['/', 'Create an account'],
    ['/terms', 'Terms'],
    ['/no/such/page', 'Page not found'],
    ['/login', 'Forgot your password?'],
  ] as const) {
    await tab.open(site.url + path)
    await see(tab, words)
    await click(tab, the('button', 'Cookie settings', 'footer'))
    await see(tab, 'Manage Cookie Preferences')
  }
  await tab.open(`${site.url}/login`)
  await signIn(tab, await createAccount(site))
  await isAt(tab, '/auth/success?next=%2Fapp')
  await see(tab, 'Allow cookies for this site and try again.')
})

for (const [what, preference] of [
  ['storage', 'dom.storage.enabled'],
  ['IndexedDB', 'dom.indexedDB.enabled'],
] as const)
  test(`where ${what} is off people sign in, write and sign out`, async ({ tabWith, site }) => {
    const tab = await tabWith({ [preference]: false })
    await enter(tab, site, await createAccount(site))
    await click(tab, the('link', 'New note'))
    await hasFocus(tab, 'Note')
    await tab.type('Meet at nine')
    await see(tab, 'Saved just now')
    await tab.reload()
    await see(tab, 'Meet at nine')
    await signOut(tab)
    expect(await tab.cookie('__session')).toBeNull()
  })
