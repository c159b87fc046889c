import { initialsOf } from '@/lib/session/initials'
import { accountOn, openAccount, rowValue, startOnAccount } from '../support/account-page'
import { changeAccount, createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { canSignIn, followMail, mailsTo } from '../support/mails'
import { setVisibility, stopClock } from '../support/pages'
import { accountMenu, openNotesAs } from '../support/visitor'

test.use({ expectedErrors: /net::ERR_FAILED|400 \(Bad Request\)/ })

test('the account page shows what the provider knows, and changes the name', async ({ page, site }) => {
  const account = await createAccount(site)
  await changeAccount(site, account.userId, {
    displayName: 'Ada',
    phoneNumber: '+15555550100',
    emailVerified: true,
  })
  await openNotesAs(page, site, account)
  await accountMenu(page).click()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
  const on = accountOn(page)
  const { about, name, saveName } = on
  const edit = page.getByRole('button', { name: 'Change name' })

  const expectName = (shown: string) => expect(rowValue(page, 'Name')).toHaveText(shown)

  await test.step('what the provider knows', async () => {
    await expectName('Ada')
    await expect(rowValue(page, 'Email address')).toHaveText(`${account.email} Verified`)
    const methods = on.methods.getByRole('listitem')
    await expect(methods).toHaveText([/^Email \(password or link\)/, /^Phone number/])
    await expect(about.getByText('+15555550100')).toBeVisible()
    await expect(about.getByText(/^(just now|1 minute ago)$/).first()).toBeVisible()
    const signedIn = about.getByRole('time').last()
    await signedIn.hover()
    await expect(signedIn).toHaveAttribute(
      'title',
      new RegExp(`${new Date().getFullYear()} at \\d{1,2}:\\d\\d [AP]M$`),
    )
  })

  await test.step('a row’s button or anchor opens its form, which drops what wasn’t saved', async () => {
    for (const leave of ['Escape', 'Cancel']) {
      await edit.click()
      await expect(name).toBeFocused()
      await name.fill('Nobody')
      if (leave === 'Escape') await page.keyboard.press('Escape')
      else await about.getByRole('button', { name: 'Cancel' }).click()
      await expect(edit).toBeFocused()
      await expect(name).toBeHidden()
    }
    await edit.click()
    await expect(name).toHaveValue('Ada')
    for (const [anchor, field] of [
      ['email', on.newEmail],
      ['password', on.newPassword],
    ] as const) {
      await page.goto(`/app/account#${anchor}`)
      await expect(field).toBeFocused()
      await expect(field).toBeInViewport()
    }
  })

  await test.step('an error has a message, and what was typed stays', async () => {
    const tooLong = 'x'.repeat(201)
    await name.fill(tooLong)
    await saveName.click()
    await expect(about.getByRole('alert').first()).toContainText('can have up to 200 characters.')
    await expect(name).toHaveValue(tooLong)
    await expectName('Ada')
    await name.fill('  Ada Lovelace ')
  })

  await test.step('the next attempt works, and the new name is shown immediately, also in the header', async () => {
    await saveName.click()
    await expect(page.getByText('Name saved.')).toBeVisible()
    await expect(edit).toBeFocused()
    await expectName('Ada Lovelace')
    await expect(accountMenu(page)).toHaveText('AL')
    await openAccount(page)
    await expectName('Ada Lovelace')
    await accountMenu(page).click()
    await expect(page.getByText('Signed in as')).toHaveText(`Signed in as Ada Lovelace${account.email}`)
    await page.keyboard.press('Escape')
  })

  await test.step('it can be removed', async () => {
    await name.fill('')
    await saveName.click()
    await expectName('Not added')
    await expect(accountMenu(page)).toHaveText(initialsOf({ name: null, email: account.email }))
    const { profile } = await (await page.request.get('/api/account/export')).json()
    expect(profile).toMatchObject({ displayName: null })
  })

  await page.getByRole('link', { name: 'Your notes' }).click()
  await expect(page).toHaveURL('/app')
})

test('the address is verified by email, at most once a minute; a new one holds once its link is used', async ({
  page,
  site,
}) => {
  await page.clock.install()
  const other = await createAccount(site)
  const { email, password } = await startOnAccount(page, site)
  const on = accountOn(page)
  const newEmail = `new-${email}`

  await test.step('an address that has an account reads the same as any other', async () => {
    await on.newEmail.fill(other.email)
    await on.changeEmail.click()
    await expect(page.getByText(`We’ve sent a link to ${other.email}.`)).toBeVisible()
    await expect(rowValue(page, 'Email address')).toHaveText(`${email} Not verified`)
  })

  await test.step('the email is sent at most once a minute', async () => {
    await stopClock(page)
    await on.verify.click()
    await expect(page.getByText(`We’ve sent a link to ${email}.`)).toBeVisible()
    await expect(page.getByText('the message is printed where the site was started')).toHaveCount(2)
    await expect(on.verify).toHaveAttribute('aria-disabled', 'true')
    await page.clock.fastForward(59_000)
    await expect(on.verify).toHaveAttribute('aria-disabled', 'true')
    await page.clock.fastForward(1_000)
    await expect(on.verify).toHaveAttribute('aria-disabled', 'false')
    await page.clock.resume()
  })

  await test.step('its link verifies the address, which hasn’t changed', async () => {
    const [message, ...others] = await mailsTo(site, email, 'VERIFY_EMAIL')
    expect(others).toEqual([])
    if (message) await followMail(site, message)
    // As when returning from the tab with the link.
    await setVisibility(page, 'visible')
    await expect(page.getByText('Email address verified.')).toBeVisible()
    await expect(rowValue(page, 'Email address')).toHaveText(`${email} Verified`)
    await expect(on.verify).toBeHidden()
    await openAccount(page)
  })

  await test.step('a new address holds when its link is used', async () => {
    await on.newEmail.fill(newEmail)
    await on.changeEmail.click()
    await expect(page.getByText(`We’ve sent a link to ${newEmail}.`)).toBeVisible()
    await expect(rowValue(page, 'Email address')).toHaveText(`${email} Verified`)
    const [message] = await mailsTo(site, email, 'VERIFY_AND_CHANGE_EMAIL')
    expect(message).toMatchObject({ newEmail })
    if (message) await followMail(site, message)
    await openAccount(page)
    await expect(rowValue(page, 'Email address')).toHaveText(`${newEmail} Verified`)
    expect(await canSignIn(site, newEmail, password)).toBe(true)
  })
})
