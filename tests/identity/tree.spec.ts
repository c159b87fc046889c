/** The accessibility tree of the sign-in pages: names, roles and live regions; and the fields for password managers. */
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { latestLink, sendMail } from '../support/mails'

// The provider refuses a reset for an unknown address.
test.use({ expectedErrors: /400 \(Bad Request\)/ })

test('the form, a new account, the request for an email, and a new password by its link', async ({
  page,
  site,
}) => {
  await page.goto('/login')
  const main = page.getByRole('main')
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Sign in" [level=1]
      - alert
      - textbox "Email"
      - alert
      - textbox "Password"
      - button "Show password"
      - link "Forgot your password?"
      - alert
      - button "Sign in"
      - alert
      - paragraph:
        - link "New here? Create an account"
      - paragraph: or
      - button "Continue with Google"
      - button "Continue with Facebook"
      - button "Continue with GitHub"
      - button "Continue with X"
      - alert
      - status
      - paragraph:
        - link "Email me a sign-in link"
  `)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Password').fill('long enough')
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Create an account" [level=1]
      - alert
      - textbox "Email"
      - alert
      - textbox "Password": long enough
      - button "Show password"
      - list:
        - listitem: "Done: Use at least 6 characters."
      - status
      - alert
      - button "Create account"
      - alert
      - paragraph:
        - text: By creating an account, you agree to the
        - link "Terms"
        - link "Privacy notice"
        - text: for how we use your data.
      - paragraph:
        - link "Already have an account? Sign in"
      - paragraph: or
      - button "Continue with Google"
      - button "Continue with Facebook"
      - button "Continue with GitHub"
      - button "Continue with X"
      - alert
      - status
  `)
  await page.getByRole('link', { name: 'Already have an account?' }).click()
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com')
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Check your inbox" [level=1]
      - paragraph:
        - strong: nobody@example.com
      - status:
        - paragraph: /If there’s an account with this address, we’ve sent it a link/
        - paragraph: /Emulator mode sends no email/
      - button "Send again" [disabled]
      - paragraph: /You can request another in \\d+ seconds\\./
      - alert
      - button "Use another address"
      - paragraph:
        - link "Back to sign-in"
  `)

  const { email } = await createAccount(site)
  await sendMail(site, { requestType: 'PASSWORD_RESET', email })
  await page.goto(await latestLink(site, email, 'PASSWORD_RESET'))
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "Choose a new password" [level=1]
      - paragraph: /For your account .+@example\\.com\\./
      - textbox "New password"
      - button "Show password"
      - list:
        - listitem: "Use at least 6 characters."
      - status
      - alert
      - button "Save new password"
      - alert
      - status
  `)
  const username = page.locator('form input[autocomplete=username]')
  await expect(username).toHaveValue(email)
  await expect(page.getByLabel('New password')).toHaveAttribute('autocomplete', 'new-password')
})
