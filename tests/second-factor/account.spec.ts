/** Second factors in the account area: SMS, at the real emulator. */

import { accountOn, openCollapsedAccount, startOnAccount } from '../support/account-page'
import { changeAccount, createProviderAccount, signInElsewhere } from '../support/accounts'
import { expectAccessible } from '../support/axe'
import { queryDatabase } from '../support/database/rows'
import { expect, test } from '../support/fixtures'
import { canSignIn } from '../support/mails'
import { setVisibility } from '../support/pages'
import { mockProvider, refuse } from '../support/provider'
import { newPhone, promptOn, sentCodes, skipCaptchaDelay, wrongCodeFor } from '../support/second-factor'
import { claimsOf, signInWithoutForm } from '../support/visitor'

test.use({ database: 'postgres', expectedErrors: /400 \(Bad Request\)/ })

test.beforeEach(({ page }) => skipCaptchaDelay(page))

const secondFactorOf = async (page: Parameters<typeof claimsOf>[0]) =>
  ((await claimsOf(page)).firebase as { sign_in_second_factor?: string }).sign_in_second_factor

test('a phone is added by a code, which ends all other sessions, then used, and removed', async ({
  page,
  site,
}) => {
  const account = await startOnAccount(page, site)
  const elsewhere = await signInElsewhere(site, account)
  const section = page.getByRole('region', { name: 'Two-step verification' })
  const alert = section.getByRole('alert').filter({ hasText: /./ })
  const phone = newPhone()

  await test.step('the address is verified first, by the button that stands once, beside it', async () => {
    await expect(section.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Send verification email' })).toHaveCount(1)
    await section.getByRole('link', { name: 'verify your email address' }).click()
    await expect(accountOn(page).verify).toBeInViewport()
    await accountOn(page).verify.click()
    await expect(page.getByText(`We’ve sent a link to ${account.email}.`)).toBeVisible()
    await changeAccount(site, account.userId, { emailVerified: true })
    const proved = 'update accounts set address = $1, proved_at = now() where uid = $2'
    await queryDatabase(site.databaseUrl ?? '', proved, [account.email, account.userId])
    // As when returning from the tab with the link.
    await setVisibility(page, 'visible')
    await expect(accountOn(page).email.getByText('Email address verified.')).toBeVisible()
  })

  // As if the address had changed elsewhere since.
  await changeAccount(site, account.userId, { emailVerified: false })
  await section.getByRole('button', { name: 'Add a phone' }).click()
  const number = section.getByLabel('Phone number, with the country code')
  await expect(number).toBeFocused()
  await number.fill('0650 555')
  await number.press('Enter')
  await expect(alert).toHaveText(/^This doesn’t look like a phone number\./)
  await number.fill(`${phone.slice(0, 2)} (${phone.slice(2, 5)}) ${phone.slice(5)}`)
  await number.press('Enter')
  await expect(alert).toHaveText('Verify your email address first. Go to your email address')
  await alert.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Email address' })).toBeInViewport()
  await changeAccount(site, account.userId, { emailVerified: true })
  await number.press('Enter')
  await expect(section.getByText(`We’ve sent a code to ${phone}.`)).toBeVisible()
  const [code = ''] = await sentCodes(site, phone)
  const typed = section.getByLabel('Code')
  await expect(typed).toBeFocused()
  await typed.fill(wrongCodeFor(code))
  await typed.press('Enter')
  await expect(alert).toHaveText(/^Wrong code\./)
  expect(await elsewhere.isLive()).toBe(true)
  await typed.fill(code)
  await section.getByLabel('Label').fill('Red phone')
  await section.getByRole('button', { name: 'Turn on' }).click()
  const on = 'Two-step verification is on. You’re signed out on all other devices.'
  await expect(section.getByText(on)).toBeVisible()
  const named = `Red phone (ending in ${phone.slice(-4)})`
  await expect(section.getByRole('listitem')).toContainText([named])
  await expect(section.getByRole('heading')).toBeFocused()
  expect(await elsewhere.isLive()).toBe(false)
  expect(await secondFactorOf(page)).toBe('phone')

  await test.step('a refused phone has a message, and the number stays', async () => {
    await section.getByRole('button', { name: 'Add a phone' }).click()
    await number.fill(phone)
    await number.press('Enter')
    await expect(alert).toHaveText('You’ve already added this verification method. Use a different one.')
    await expect(number).toHaveValue(phone)
    await section.getByRole('button', { name: 'Cancel' }).click()
    await expect(section.getByRole('listitem')).toContainText([named])
  })

  await test.step('an authenticator app, which the emulator refuses, is explained', async () => {
    await section.getByRole('button', { name: 'Add an authenticator app' }).click()
    await expect(alert).toContainText('The Auth emulator doesn’t support authenticator apps.')
  })

  const password = 'quite another one'
  await test.step('a confirmation and a new password need its code, and the step continues', async () => {
    // The emulator never requires a newer sign-in, so this does, once.
    const stop = await mockProvider(page, 'accounts:update', async (route) => {
      await refuse(route, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
      await stop()
    })
    const { newPassword, changePassword, currentPassword, confirm, confirmation } = accountOn(page)
    const asked = promptOn(page)
    await newPassword.fill(password)
    await changePassword.click()
    await currentPassword.fill(account.password)

    await test.step('Cancel leads back to the password, as it was typed', async () => {
      await confirm.click()
      await expect(asked.dialog).toBeVisible()
      await expect(confirmation).toBeHidden()
      // The first code is counted below, so wait until it is sent.
      await expect.poll(async () => (await sentCodes(site, phone)).length).toBe(1)
      await page.keyboard.press('Escape')
      await expect(confirmation).toBeVisible()
      await expect(currentPassword).toHaveValue(account.password)
    })

    await confirm.click()
    await asked.answer(site, phone, { count: 2 })
    // A new password revokes earlier tokens, so the sign-in with it needs another code.
    await asked.answer(site, phone, { count: 2 })
    await expect(page.getByText('Password changed. You’re signed out on all other devices.')).toBeVisible()
  })

  await page.reload()
  const remove = section.getByRole('button', { name: `Remove ${named}` })
  await remove.click()
  const dialog = page.getByRole('dialog', { name: 'Remove this method?' })
  await expectAccessible(page, [{ width: 320, colorScheme: 'dark' }])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await remove.click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(section.getByText(`${named} removed. You’re signed out on all other devices.`)).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(0)
  expect(await secondFactorOf(page)).toBeUndefined()
  expect(await canSignIn(site, account.email, password)).toBe(true)
})

test('without an address there is nothing to verify, and a link leads to where one is added', async ({
  page,
  site,
}) => {
  await signInWithoutForm(page, site, await createProviderAccount(site, 'twitter.com', {}))
  await openCollapsedAccount(page)
  const section = page.getByRole('region', { name: 'Two-step verification' })
  await expect(section).toContainText('First add an email address.')
  await expect(section.getByRole('button')).toHaveCount(0)
  await section.getByRole('link', { name: 'add an email address' }).click()
  await expect(accountOn(page).email.getByLabel('Email address')).toBeFocused()
})
