import { createAccount, repeatSignIn } from '../support/accounts'
import { expectAccessible } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { canSignIn, latestLink, requestLink, sendMail } from '../support/mails'
import { getNotesPage, postToken, sessionCookieOf } from '../support/requests'
import { sessionCookie, signInNewAccount, yourNotes } from '../support/visitor'

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
        - paragraph: /we signed out all other devices and removed passkeys, connected accounts .+ and the password, unless/
        - paragraph:
          - link "Add ways to sign in"
        - paragraph:
          - link "Continue"
  `)
  expect((await getNotesPage(site, cookie)).status).not.toBe(200)
  expect(await canSignIn(site, email, stranger.password)).toBe(false)
  const own = await sessionCookie(page)
  // The emulator signs nothing, so its cookies of one second are the same.
  const issuedAt = JSON.parse(Buffer.from(own?.split('.')[1] ?? '', 'base64url').toString()).iat
  await expect.poll(() => Date.now() / 1_000).toBeGreaterThan(issuedAt + 1)
  await page.getByRole('link', { name: 'Add ways to sign in' }).click()
  await page.getByRole('button', { name: 'Add a password' }).click()
  await page.getByLabel('New password').fill('the owner’s own words')
  await page.getByRole('button', { name: 'Add password' }).click()
  await expect(page.getByText('You can now sign in with a password.')).toBeVisible()
  expect((await repeatSignIn(site, { email, password: 'the owner’s own words' })).userId).not.toBe(
    stranger.userId,
  )
  expect(await sessionCookie(page)).not.toBe(own)
})

test('who verifies where the account wasn’t created keeps the password that is typed, not a mistyped one', async ({
  page,
  site,
}) => {
  const { email, password, userId, idToken } = await signInNewAccount(page, site)
  // As on a second device.
  await page.evaluate(() => localStorage.removeItem('foyer-created-here'))
  await sendMail(site, { requestType: 'VERIFY_EMAIL', idToken })
  await page.goto(await latestLink(site, email, 'VERIFY_EMAIL'))
  const field = page.getByRole('textbox', { name: 'Your password (optional)' })
  await expect(field).toHaveAccessibleDescription(/enter it to keep it/)
  await expectAccessible(page)
  await field.fill('mistyped')
  await field.press('Enter')
  await expect(page.getByText('Wrong email or password.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email address verified')
  await field.fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveTitle(/^Your account is secured/)
  expect((await repeatSignIn(site, { email, password })).userId, 'the new user').not.toBe(userId)
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(yourNotes(page)).toBeVisible()
})
