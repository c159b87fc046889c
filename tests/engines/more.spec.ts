/** What visitors do less often: run by `npm run engines`, as WebKit takes half a minute for it. */
import { createAccount, oldSignInCookie } from '../support/accounts'
import { createProvedAccount, latestLink } from '../support/mails'
import { test } from './fixtures'
import { the } from './locate'
import { click, enter, fill, isAt, see, signOut } from './steps'

test('ten minutes after the sign-in a new password needs the old one', async ({ tab, site }) => {
  const account = await createAccount(site)
  await enter(tab, site, account)
  // The banner covers the button.
  await click(tab, the('button', 'Reject All'))
  // The notes page checks its session by itself, and would find none before the browser has the cookie.
  await tab.open(`${site.url}/terms`)
  await tab.setCookie(await oldSignInCookie(site, account))
  await tab.open(`${site.url}/app/account`)
  await click(tab, the('button', 'Change your password'))
  await fill(tab, 'New password', 'quite another one')
  await click(tab, the('button', 'Change password', 'form'))
  await see(tab, 'Confirm it’s you')
  await fill(tab, 'Current password', account.password)
  await click(tab, the('button', 'Confirm'))
  await see(tab, 'Password changed. You’re signed out on all other devices.')
})

test('a link from a mail signs in, and another gives a new password', async ({ tab, site }) => {
  const { email } = await createProvedAccount(site)

  await test.step('the one to sign in', async () => {
    await tab.open(`${site.url}/login`)
    await fill(tab, 'Email', email)
    await click(tab, the('link', 'Email me a sign-in link'))
    await click(tab, the('button', 'Email me a link'))
    await see(tab, 'We’ve sent you a sign-in link.')
    await tab.open(await latestLink(site, email, 'EMAIL_SIGNIN'))
    await click(tab, the('button', 'Sign in', 'main'))
    await isAt(tab, '/app')
    await signOut(tab)
  })

  await test.step('the one for a new password', async () => {
    await tab.open(`${site.url}/login`)
    await fill(tab, 'Email', email)
    await click(tab, the('link', 'Forgot your password?'))
    await click(tab, the('button', 'Email me a link'))
    await see(tab, 'we’ve sent it a link')
    await tab.open(await latestLink(site, email, 'PASSWORD_RESET'))
    await see(tab, email)
    await fill(tab, 'New password', 'quite another one')
    await tab.press('Enter')
    await isAt(tab, '/app')
  })
})
