import { accountOn, openAccount, startOnAccount, startWithOldSignIn } from '../support/account-page'
import { createAccount } from '../support/accounts'
import { expectAccessible } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { canSignIn } from '../support/mails'
import { removeRoute } from '../support/pages'
import { mockProvider, refuse } from '../support/provider'
import { ageSignIn, breakStorageDeletes, deleteSdkUser, sessionOf } from '../support/visitor'

/** Aging a cookie takes access to its row. */
test.use({ database: 'postgres' })

const newPassword = 'quite another one'
const changed = 'Password changed. You’re signed out on all other devices.'

test.use({ expectedErrors: /400 \(Bad Request\)/ })

test('with an old sign-in the password of this account is asked for first, then the step continues', async ({
  page,
  site,
}) => {
  const account = await startWithOldSignIn(page, site)
  const { email, password } = account
  const other = await createAccount(site)
  const on = accountOn(page)

  await test.step('Cancel and Escape lead back, nothing is changed, and what was typed stays', async () => {
    for (const leave of [() => on.cancel.click(), () => page.keyboard.press('Escape')]) {
      await on.newPassword.fill(newPassword)
      await on.changePassword.click()
      await expect(on.confirmation).toBeVisible()
      await leave()
      await expect(on.confirmation).toBeHidden()
      await expect(on.changePassword).toBeFocused()
      await expect(on.newPassword).toHaveValue(newPassword)
      await on.newEmail.fill(`new-${email}`)
      await on.changeEmail.click()
      await expect(on.confirmation).toBeVisible()
      await leave()
      await expect(on.newEmail).toHaveValue(`new-${email}`)
    }
    expect(await canSignIn(site, email, password), 'the password is still that of before').toBe(true)
  })

  /** As if the address belonged to another account since the page was loaded. */
  async function expectRefusal() {
    const signIns = `${site.emulatorUrl}/**/accounts:signInWithPassword*`
    await page.route(signIns, (route) => {
      const asked = route.request().postDataJSON()
      return asked ? route.continue({ postData: { ...asked, email: other.email } }) : route.continue()
    })
    await on.newPassword.fill(newPassword)
    await on.changePassword.click()
    await on.currentPassword.fill(other.password)
    await on.confirm.click()
    await expect(on.dialogProblem).toContainText('That’s a different account.')
    await on.cancel.click()
    expect(await sessionOf(page)).toMatchObject({ signedIn: true, userId: account.userId })
    await removeRoute(page, signIns)
  }

  await test.step('another account is refused', expectRefusal)

  await test.step('a wrong password is reported and stays', async () => {
    await expect(on.password.locator('input[autocomplete=username]')).toHaveValue(email)
    await expect(on.newPassword).toHaveAttribute('autocomplete', 'new-password')
    await on.newPassword.fill(newPassword)
    await on.changePassword.click()
    await expect(on.confirmation).toContainText(`Signed in as ${email}`)
    await expect(on.currentPassword).toBeFocused()
    await expect(on.confirmation.locator('input[autocomplete=username]')).toHaveValue(email)
    await expect(on.currentPassword).toHaveAttribute('autocomplete', 'current-password')
    await on.currentPassword.fill('not this one')
    await on.confirm.click()
    await expect(on.dialogProblem).toHaveText('Wrong password.')
    await expectAccessible(page)
    await expect(on.currentPassword).toHaveValue('not this one')
  })

  await test.step('a password that no longer meets the rules leads to a sign-in link', async () => {
    await on.currentPassword.fill(password)
    const stop = await mockProvider(page, 'accounts:signInWithPassword', (route) =>
      refuse(route, 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'),
    )
    await on.confirm.click()
    await expect(on.dialogProblem).toContainText('use a sign-in link instead.')
    await expect(on.confirmation.getByRole('button', { name: 'Use a sign-in link instead' })).toBeVisible()
    await stop()
  })

  await test.step('with the right one the step continues, and so does the next', async () => {
    await on.confirm.click()
    await expect(page.getByText(changed)).toBeVisible()
    await expect(on.confirmation).toBeHidden()
    await on.newEmail.fill(`new-${email}`)
    await on.changeEmail.click()
    await expect(page.getByText(`We’ve sent a link to new-${email}.`)).toBeVisible()
  })

  await ageSignIn(page, site, account)
  await deleteSdkUser(page)
  await openAccount(page)
  await test.step('another account is refused where the browser has lost the user', expectRefusal)
  await page.evaluate(breakStorageDeletes)
  await test.step('another account is refused where its storage fails, too', expectRefusal)
})

test('when the provider requires a more recent sign-in, the password is asked for, then the step continues', async ({
  page,
  site,
}) => {
  const { email, password } = await startOnAccount(page, site)
  const on = accountOn(page)
  // The emulator never requires it, so this does, once.
  const stop = await mockProvider(page, 'accounts:update', async (route) => {
    await refuse(route, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    await stop()
  })
  await on.newPassword.fill(newPassword)
  await on.changePassword.click()
  await expect(on.confirmation).toBeVisible()
  await on.currentPassword.fill(password)
  await on.confirm.click()
  await expect(on.confirmation).toBeHidden()
  await expect(on.newPassword).toBeHidden()
  await expect(page.getByText(changed)).toBeVisible()
  expect(await canSignIn(site, email, newPassword)).toBe(true)

  await test.step('after a confirmation that didn’t help, the error leads to the sign-in form and back', async () => {
    await mockProvider(page, 'accounts:sendOobCode', (route) => refuse(route, 'INVALID_ID_TOKEN'))
    await on.verify.click()
    await on.currentPassword.fill(newPassword)
    await on.confirm.click()
    await expect(on.confirmation).toBeHidden()
    const message = on.email.getByRole('alert').filter({ hasText: 'You’ve been signed out.' })
    await expect(message.getByRole('link')).toHaveAttribute('href', '/login?next=%2Fapp%2Faccount')
  })
})
