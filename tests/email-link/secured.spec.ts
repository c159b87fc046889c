import { createAccount, repeatSignIn } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { canSignIn, latestLink, requestLink } from '../support/mails'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { sessionCookie } from '../support/visitor'

test.use({ expectedErrors: /40[09] \(/ })

test('the owner of an address that a stranger registered sees what was removed, and chooses a password', async ({
  page,
  site,
}) => {
  const stranger = await createAccount(site)
  const { email } = stranger
  const cookie = sessionCookieOf(await postToken(site, stranger.idToken)).value
  await requestLink(site, email)
  await page.goto(await latestLink(site, email, 'EMAIL_SIGNIN'))
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveTitle(/^Your account is secured/)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - article:
        - heading "Your account is secured" [level=1]
        - paragraph: /we removed every other way to sign in, and signed out all other devices/
        - paragraph:
          - link "Choose a new password"
        - paragraph:
          - link "Continue"
  `)
  expect((await getNotesPage(site, cookie)).status).not.toBe(200)
  expect(await canSignIn(site, email, stranger.password)).toBe(false)
  const own = await sessionCookie(page)
  // The emulator signs nothing, so its cookies of one second are the same.
  const issuedAt = JSON.parse(Buffer.from(own?.split('.')[1] ?? '', 'base64url').toString()).iat
  await expect.poll(() => Date.now() / 1_000).toBeGreaterThan(issuedAt + 1)
  await page.getByRole('link', { name: 'Choose a new password' }).click()
  await page.getByRole('button', { name: 'Add a password' }).click()
  await page.getByLabel('New password').fill('the owner’s own words')
  await page.getByRole('button', { name: 'Add password' }).click()
  await expect(page.getByText('You can now sign in with a password.')).toBeVisible()
  expect((await repeatSignIn(site, { email, password: 'the owner’s own words' })).userId).not.toBe(
    stranger.userId,
  )
  expect(await sessionCookie(page)).not.toBe(own)
})
