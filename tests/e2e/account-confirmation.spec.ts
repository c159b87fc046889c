import { accountOn, beginOnAccount, beginWithOldSignIn, openAccount } from '../support/account-page'
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { refuse, standIn } from '../support/provider'
import { loseStorage, loseUser, signIn } from '../support/visitor'

/** Cookies can be aged only where the rows can be reached. */
test.use({ database: 'postgres' })

const newPassword = 'quite another one'
const changed = 'Your password is changed. All your other sessions have been ended.'

test('with an old sign-in the password is asked for first, and then the step goes on by itself', async ({
  page,
  site,
}) => {
  const { email, password } = await beginWithOldSignIn(page, site)
  const on = accountOn(page)
  await on.newPassword.fill(newPassword)
  await on.changePassword.click()
  await expect(on.confirmation).toContainText(`Signed in as ${email}`)
  await expect(on.currentPassword).toBeFocused()
  await expect(on.currentPassword).toHaveAttribute('autocomplete', 'current-password')
  await on.currentPassword.fill(password)
  await on.confirm.click()
  await expect(page.getByText(changed)).toBeVisible()
  await expect(on.confirmation).toBeHidden()
  // Confirmed once, the next minutes need no other.
  await on.newEmail.fill(`new-${email}`)
  await on.changeEmail.click()
  await expect(page.getByText(`A message is on its way to new-${email}.`)).toBeVisible()
})

test('Cancel and Escape lead back, nothing is changed, and what was typed stays', async ({ page, site }) => {
  const { email, password } = await beginWithOldSignIn(page, site)
  const on = accountOn(page)
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
  await page.goto('/app')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await signIn(page, { email, password })
})

test.describe('a confirmation that is not right', () => {
  test.use({ expectedErrors: /400 \(Bad Request\)/ })

  test('is of no use: the words lead to the form, and from there back to the account', async ({
    page,
    site,
  }) => {
    const { password } = await beginOnAccount(page, site)
    await standIn(page, 'accounts:sendOobCode', (route) => refuse(route, 'INVALID_ID_TOKEN'))
    const on = accountOn(page)
    await on.verify.click()
    await on.currentPassword.fill(password)
    await on.confirm.click()
    await expect(on.confirmation).toBeHidden()
    const message = on.email.getByRole('alert').filter({ hasText: 'You have been signed out.' })
    await expect(message.getByRole('link')).toHaveAttribute('href', '/login?next=%2Fapp%2Faccount')
  })

  test('says what else there is to do where a password no longer meets the rules', async ({ page, site }) => {
    const { password } = await beginWithOldSignIn(page, site)
    await standIn(page, 'accounts:signInWithPassword', (route) =>
      refuse(route, 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'),
    )
    const on = accountOn(page)
    await on.newPassword.fill(newPassword)
    await on.changePassword.click()
    await on.currentPassword.fill(password)
    await on.confirm.click()
    await expect(on.dialogProblem).toContainText('Have a link sent instead.')
    await expect(on.confirmation.getByRole('button', { name: 'Email me a link' })).toBeVisible()
  })

  test('says that the password is wrong, keeps it, and the right one goes on', async ({ page, site }) => {
    const { password } = await beginWithOldSignIn(page, site)
    const on = accountOn(page)
    await on.newPassword.fill(newPassword)
    await on.changePassword.click()
    await on.currentPassword.fill('not this one')
    await on.confirm.click()
    await expect(on.dialogProblem).toHaveText('That is not the right password.')
    await expect(on.currentPassword).toHaveValue('not this one')
    await on.currentPassword.fill(password)
    await on.confirm.click()
    await expect(page.getByText(changed)).toBeVisible()
  })

  for (const has of ['the user', 'lost the user', 'lost the user, and its storage failing'] as const) {
    test(`is refused from another account, this browser having ${has}`, async ({ page, site }) => {
      const account = await beginWithOldSignIn(page, site)
      const other = await createAccount(site)
      if (has !== 'the user') {
        await loseUser(page)
        await openAccount(page)
      }
      if (has === 'lost the user, and its storage failing') await page.evaluate(loseStorage)
      // As if the address had gone to somebody else since the page was loaded.
      await page.route(`${site.emulatorUrl}/**/accounts:signInWithPassword*`, (route) => {
        const asked = route.request().postDataJSON()
        return asked ? route.continue({ postData: { ...asked, email: other.email } }) : route.continue()
      })
      const on = accountOn(page)
      await on.newPassword.fill(newPassword)
      await on.changePassword.click()
      await on.currentPassword.fill(other.password)
      await on.confirm.click()
      await expect(on.dialogProblem).toContainText('That is another account.')
      await on.cancel.click()
      const session = await page.request.get('/api/session')
      expect(await session.json()).toMatchObject({ signedIn: true, userId: account.userId })
    })
  }
})

test.describe('when the provider wants a sign-in that is more recent', () => {
  test.use({ expectedErrors: /400 \(Bad Request\)/ })

  const refusals = ['CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'INVALID_ID_TOKEN']
  for (const message of refusals) {
    test(`${message}: the password is asked for, and then the step goes on by itself`, async ({
      page,
      site,
    }) => {
      const { password } = await beginOnAccount(page, site)
      const on = accountOn(page)
      // The emulator never asks for it: this stands in for the provider, once.
      await page.route(
        `${site.emulatorUrl}/**/accounts:update*`,
        (route) =>
          route.request().method() === 'POST'
            ? route.fulfill({
                status: 400,
                headers: { 'access-control-allow-origin': '*' },
                json: { error: { code: 400, message } },
              })
            : route.fallback(),
        { times: 1 },
      )
      await on.newPassword.fill(newPassword)
      await on.changePassword.click()
      await expect(on.confirmation).toBeVisible()
      await on.currentPassword.fill(password)
      await on.confirm.click()
      await expect(page.getByText(changed)).toBeVisible()
    })
  }
})
