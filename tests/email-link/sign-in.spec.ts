import { providers } from '@/lib/identity/providers'
import { expect, newCredentials, test } from '../support/fixtures'
import { expectEachFault, refused } from '../support/identity-faults'
import { isUnused, latestLink, requestLink } from '../support/mails'
import { removeRoutes } from '../support/pages'
import { claimsOf, expectSignedInAs, signInNewAccount, waitForSignInForm } from '../support/visitor'

test('a sign-in link signs in with one press where it was requested, also without an account', async ({
  page,
  site,
}) => {
  const { email } = newCredentials()
  await page.goto('/login?next=%2Fdebug-config')
  await waitForSignInForm(page)
  await page.getByLabel('Email').focus()
  await page.keyboard.type(email)
  const byLink = page.getByRole('link', { name: 'Email me a sign-in link' })
  for (let press = 0; press < 6 + providers.length; press++) await page.keyboard.press('Tab')
  await expect(byLink).toBeFocused()
  await expect(byLink).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('We’ve sent you a sign-in link.')).toBeVisible()
  await page.goto(await latestLink(site, email, 'EMAIL_SIGNIN'))
  await waitForSignInForm(page)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Email').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/debug-config')
  expect(await claimsOf(page)).toMatchObject({ email, email_verified: true })
  expect(await page.evaluate(() => localStorage.getItem('foyer-sign-in-email'))).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('foyer-last-used'))).toBe('link')
})

test.describe('a sign-in link in a browser that did not request it', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('asks for the address, accepts no other, has a message for errors, and signs in', async ({
    page,
    site,
  }) => {
    await signInNewAccount(page, site)
    const { email } = newCredentials()
    await requestLink(site, email)
    await page.goto(await latestLink(site, email, 'EMAIL_SIGNIN'))
    const address = page.getByLabel('Email')
    const signIn = page.getByRole('button', { name: 'Sign in', exact: true })
    await expect(address).toHaveValue('')
    await expect(address).toHaveAttribute('autocomplete', 'username')
    await address.fill('somebody.else@example.com')
    await signIn.click()
    await expect(page.getByText('This link was sent to a different address.')).toBeVisible()
    await expect(address).toHaveValue('somebody.else@example.com')
    await expectEachFault(page, {
      call: 'accounts:signInWithEmailLink',
      faults: [refused('OPERATION_NOT_ALLOWED', 'link-off')],
      start: () => address.fill(email),
      button: signIn,
      messages: page.getByRole('main').getByRole('alert'),
      expectKept: () => expect(address).toHaveValue(email),
    })
    await signIn.click()
    await expect(page).toHaveURL('/app')
    await expectSignedInAs(page, email)
  })
})

test.describe('a sign-in link whose code is consumed while this site does not respond', () => {
  test.use({ expectedErrors: /net::ERR_FAILED|401 \(Unauthorized\)/ })

  test('signs in at the next press, or offers a new link if that sign-in is too old by then', async ({
    page,
    site,
  }) => {
    for (const isAccepted of [false, true]) {
      const { email } = newCredentials()
      await requestLink(site, email)
      const link = await latestLink(site, email, 'EMAIL_SIGNIN')
      await page.goto(link)
      await page.getByLabel('Email').fill(email)
      let isUp = false
      await page.route('**/api/session', (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        if (!isUp) return route.abort()
        return isAccepted
          ? route.continue()
          : route.fulfill({ status: 401, json: { code: 'sign-in-too-old' } })
      })
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByText('couldn’t reach the server')).toBeVisible()
      expect(await isUnused(site, link)).toBe(false)
      isUp = true
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      if (isAccepted) await expect(page).toHaveURL('/app')
      else await expect(page.getByText('This link is incomplete or has already been used')).toBeFocused()
      if (!isAccepted) await expect(page.getByRole('button', { name: 'Email me a link' })).toBeEnabled()
      await removeRoutes(page)
    }
  })
})
