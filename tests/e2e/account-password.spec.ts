import { accountOn, beginOnAccount, beginWithOldSignIn, openAccount } from '../account'
import { changeAccount, createAccount } from '../accounts'
import { expect, test } from '../fixtures'
import { getAccountPage, postToken, sessionCookieOf } from '../production/requests'
import type { Site } from '../site'
import { sessionCookie, signIn, signInAsSomebody } from '../visitor'

/** Cookies can be aged only where the rows can be reached. */
test.use({ database: 'postgres' })

const newPassword = 'quite another one'
const changed = 'Your password is changed. All your other sessions have been ended.'

const statusOf = async (site: Site, cookie: string | null) =>
  (await getAccountPage(site, cookie ?? undefined)).status

test.describe('a new password', () => {
  test.use({ expectedErrors: /400 \(Bad Request\)/ })

  test('ends all other sessions at once, this one stays, and only the new one opens', async ({
    page,
    site,
  }) => {
    const account = await createAccount(site)
    const elsewhere = sessionCookieOf(await postToken(site, account.idToken)).value
    await signIn(page, account)
    await openAccount(page)
    const before = await sessionCookie(page)
    const on = accountOn(page)
    await expect(on.devices.getByRole('listitem')).toHaveCount(2)
    await on.newPassword.fill(newPassword)
    await on.changePassword.click()
    await expect(page.getByText(changed)).toBeVisible()
    await expect(on.newPassword).toHaveValue('')
    expect(await statusOf(site, elsewhere)).toBe(307)
    expect(await sessionCookie(page)).not.toBe(before)
    await openAccount(page)
    await expect(on.devices.getByRole('listitem')).toHaveCount(1)

    await page.goto('/app')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/')
    await page.goto('/login')
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password').fill(account.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('The email address or the password is not right.')).toBeVisible()
    await signIn(page, { ...account, password: newPassword })
  })

  test('that is too short is refused, and what was typed stays', async ({ page, site }) => {
    await beginOnAccount(page, site)
    const on = accountOn(page)
    await on.newPassword.fill('12345')
    await on.changePassword.click()
    await expect(on.password.getByText('Choose a longer password: at least 6 characters.')).toBeVisible()
    await expect(on.newPassword).toHaveValue('12345')
  })
})

test('whoever has no password yet sets one', async ({ page, site }) => {
  const account = await signInAsSomebody(page, site)
  await changeAccount(site, account.userId, { deleteAttribute: ['PASSWORD'] })
  await openAccount(page)
  const on = accountOn(page)
  await on.newPassword.fill(newPassword)
  await on.changePassword.click()
  await expect(page.getByText(changed)).toBeVisible()
  await page.goto('/app')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await signIn(page, { ...account, password: newPassword })
})

test('the keyboard alone is enough to change the password', async ({ page, site }) => {
  const { password } = await beginWithOldSignIn(page, site)
  const on = accountOn(page)
  await on.newEmail.focus()
  for (const next of [
    on.changeEmail,
    on.newPassword,
    on.password.getByRole('button', { name: 'Show password' }),
    on.changePassword,
  ]) {
    await page.keyboard.press('Tab')
    await expect(next).toBeFocused()
    await expect(next).toHaveCSS('outline-style', 'solid')
  }
  await on.newPassword.focus()
  await page.keyboard.type(newPassword)
  await page.keyboard.press('Enter')
  await expect(on.currentPassword).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(on.confirmation.getByRole('button', { name: 'Show password' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(on.confirm).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(on.confirmation).toBeHidden()
  await expect(on.newPassword).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(changed)).toBeVisible()
})
