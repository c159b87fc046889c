import { accountOn, beginOnAccount, fact, openAccount, openClosedAccount } from '../support/account-page'
import { changeAccount, createAccount, followMessage, messagesTo, signInAnew } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { canSignIn } from '../support/mails'
import { stopClock } from '../support/page-clock'
import { accountMenu, enter, signInAsSomebody } from '../support/visitor'

test('the notes lead to the account and back; all that the provider knows is shown there, in words', async ({
  page,
  site,
}) => {
  const { email, userId } = await signInAsSomebody(page, site)
  await changeAccount(site, userId, {
    displayName: 'Ada',
    photoUrl: 'https://pictures.example:8443/ada.png',
    phoneNumber: '+15555550100',
    emailVerified: true,
  })
  await accountMenu(page).click()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
  await expect(fact(page, 'Name')).toHaveText('Ada')
  await expect(fact(page, 'Picture')).toHaveText('On pictures.example:8443')
  await expect(fact(page, 'Email address')).toHaveText(`${email} Verified`)
  const ways = accountOn(page).ways.getByRole('listitem')
  await expect(ways).toHaveText([/^Email address, with a password or an email link/, /^Phone number/])
  const { about } = accountOn(page)
  await expect(about.getByText('Phone number +15555550100')).toBeVisible()
  await expect(about.getByText(/^Account created (just now|1 minute ago)$/)).toBeVisible()
  const signedIn = about.getByText(/^Last sign-in/).locator('time')
  await signedIn.hover()
  await expect(signedIn).toHaveAttribute('title', new RegExp(`${new Date().getFullYear()} at \\d\\d:\\d\\d$`))
  await page.getByRole('link', { name: 'Back to your notes' }).click()
  await expect(page).toHaveURL('/app')
})

test('name and picture are changed and taken away, and shown at once', async ({ page, site }) => {
  await beginOnAccount(page, site)
  const { name, photo, saveName, savePhoto } = accountOn(page)
  await expect(fact(page, 'Name')).toHaveText('None')
  await name.fill('  Ada Lovelace ')
  await photo.fill('https://example.com/ada.png')
  await saveName.click()
  await expect(page.getByText('Name saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit name' })).toBeFocused()
  await savePhoto.click()
  await expect(page.getByText('Picture saved.')).toBeVisible()
  for (const again of [false, true]) {
    if (again) await openAccount(page)
    await expect(fact(page, 'Name')).toHaveText('Ada Lovelace')
    await expect(fact(page, 'Picture')).toHaveText('On example.com')
  }
  await name.fill('')
  await photo.fill(' ')
  await saveName.click()
  await savePhoto.click()
  for (const again of [false, true]) {
    if (again) await openAccount(page)
    await expect(fact(page, 'Name')).toHaveText('None')
    await expect(fact(page, 'Picture')).toHaveText('None')
  }
})

test('whoever writes as much as fits can still sign in', async ({ page, site }) => {
  const account = await beginOnAccount(page, site)
  const { name, photo, saveName, savePhoto } = accountOn(page)
  await name.fill('ウ'.repeat(200))
  const start = 'https://example.com/'
  await photo.fill(start + 'x'.repeat(700 - start.length))
  await saveName.click()
  await savePhoto.click()
  for (const words of ['Name saved.', 'Picture saved.']) await expect(page.getByText(words)).toBeVisible()
  await enter(page, site, await signInAnew(site, account))
  await expect(page.getByText(account.email)).toBeVisible()
})

test('the address is confirmed by a message, which is sent once a minute at most', async ({ page, site }) => {
  await page.clock.install()
  const { email } = await beginOnAccount(page, site)
  const { verify } = accountOn(page)
  await expect(fact(page, 'Email address')).toHaveText(`${email} Not verified`)
  await stopClock(page)
  await verify.click()
  await expect(page.getByText(`We’ve sent a link to ${email}.`)).toBeVisible()
  await expect(page.getByText('the message is printed where Foyer was started')).toBeVisible()
  await expect(verify).toHaveAttribute('aria-disabled', 'true')
  await page.clock.fastForward(59_000)
  await expect(verify).toHaveAttribute('aria-disabled', 'true')
  await page.clock.fastForward(1_000)
  await expect(verify).toHaveAttribute('aria-disabled', 'false')
  await page.clock.resume()
  const [message, ...others] = await messagesTo(site, email, 'VERIFY_EMAIL')
  expect(others).toEqual([])
  if (message) await followMessage(site, message)
  await openAccount(page)
  await expect(fact(page, 'Email address')).toHaveText(`${email} Verified`)
  await expect(verify).toBeHidden()
})

test('a new address holds when the link of its message is used, and not before', async ({ page, site }) => {
  const account = await beginOnAccount(page, site)
  const { email, password } = account
  const newEmail = `new-${email}`
  const on = accountOn(page)
  await on.newEmail.fill(newEmail)
  await on.changeEmail.click()
  await expect(page.getByText(`We’ve sent a link to ${newEmail}.`)).toBeVisible()
  await expect(fact(page, 'Email address')).toHaveText(`${email} Not verified`)
  const [message] = await messagesTo(site, email, 'VERIFY_AND_CHANGE_EMAIL')
  expect(message).toMatchObject({ newEmail })
  if (message) await followMessage(site, message)
  await openAccount(page)
  await expect(fact(page, 'Email address')).toHaveText(`${newEmail} Verified`)
  expect(await canSignIn(site, newEmail, password)).toBe(true)
})

test.describe('an address that has an account', () => {
  test.use({ expectedErrors: /400 \(Bad Request\)/ })

  test('reads the same as any other, and nothing changes', async ({ page, site }) => {
    const other = await createAccount(site)
    const { email } = await beginOnAccount(page, site)
    const on = accountOn(page)
    await on.newEmail.fill(other.email)
    await on.changeEmail.click()
    await expect(page.getByText(`We’ve sent a link to ${other.email}.`)).toBeVisible()
    await openAccount(page)
    await expect(fact(page, 'Email address')).toHaveText(`${email} Not verified`)
  })
})

test.describe('a profile that is not saved', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('has words for what is wrong, what was typed stays, and the next try works', async ({
    page,
    site,
  }) => {
    await beginOnAccount(page, site)
    const on = accountOn(page)
    for (const { field, save, typed, words } of [
      { field: on.name, save: on.saveName, typed: 'x'.repeat(201), words: 'can have up to 200 characters.' },
      {
        field: on.photo,
        save: on.savePhoto,
        typed: 'javascript:alert(1)',
        words: 'has to start with https://',
      },
    ]) {
      await field.fill(typed)
      await save.click()
      await expect(on.about.getByRole('alert').filter({ hasText: words })).toBeVisible()
      await expect(field).toHaveValue(typed)
    }
    for (const label of ['Name', 'Picture']) await expect(fact(page, label)).toHaveText('None')
    await on.name.fill('Ada')
    await test.step('the sign-in service cannot be reached', async () => {
      await page.route(`${site.emulatorUrl}/**/accounts:update*`, (route) => route.abort())
      await on.saveName.click()
      await expect(on.about.getByRole('alert').first()).toContainText(
        'We couldn’t reach the sign-in service.',
      )
      await expect(on.name).toHaveValue('Ada')
      await page.unrouteAll()
      await on.saveName.click()
      await expect(fact(page, 'Name')).toHaveText('Ada')
    })
  })
})

test('a row opens in place, keeps nothing that was not saved, and its anchor opens it', async ({
  page,
  site,
}) => {
  await beginOnAccount(page, site)
  const on = accountOn(page)
  await openClosedAccount(page)
  const edit = page.getByRole('button', { name: 'Add name' })
  for (const leave of ['Escape', 'Cancel']) {
    await edit.click()
    await expect(on.name).toBeFocused()
    await on.name.fill('Nobody')
    if (leave === 'Escape') await page.keyboard.press('Escape')
    else await on.about.getByRole('button', { name: 'Cancel' }).click()
    await expect(edit).toBeFocused()
    await expect(on.name).toBeHidden()
  }
  await edit.click()
  await expect(on.name).toHaveValue('')
  for (const [anchor, field] of [
    ['email', on.newEmail],
    ['password', on.newPassword],
  ] as const) {
    await page.goto(`/app/account#${anchor}`)
    await expect(field).toBeFocused()
    await expect(field).toBeInViewport()
  }
})
