import { createAccount, expiredCookie } from '../support/accounts'
import { expect, test } from './fixtures'
import { the } from './locate'
import { click, enter, isAt, see, seeNot, signOut } from './steps'

test('a session that ran out is renewed on the way to the page', async ({ tab, site }) => {
  const account = await createAccount(site)
  await enter(tab, site, account)
  // The notes page checks its session by itself, and would find none before the browser has the cookie.
  await tab.open(`${site.url}/terms`)
  const old = await expiredCookie(site, account)
  await tab.setCookie(old)
  await tab.open(`${site.url}/app`)
  await see(tab, 'New note')
  await isAt(tab, '/app')
  expect(await tab.cookie('__session')).not.toBe(old.value)
})

test('a sign-out shows in the other tab, and Back brings nothing back', async ({ tab, site }) => {
  const account = await createAccount(site)
  await enter(tab, site, account)
  const other = await tab.newTab()
  await other.open(`${site.url}/app/account`)
  await see(other, account.email)
  await click(tab, the('button', 'Account menu'))
  await click(tab, the('link', 'Account'))
  await isAt(tab, '/app/account')
  await signOut(tab)
  expect(await tab.cookie('__session')).toBeNull()
  await seeNot(other, account.email)
  await tab.back()
  // The page that was left is no longer in the history.
  await isAt(tab, '/login?next=%2Fapp')
})
