import { createAccount } from '../accounts'
import { expect, rememberRefusal, test } from '../fixtures'
import { isUnused, linkIn, requestMail, sendMail } from '../mails'
import { claimsOf, signIn } from '../visitor'

test('a sign-in link signs in with one press where it was asked for', async ({ page, site }) => {
  const { email } = await createAccount(site)
  await requestMail(page, 'Email me a sign-in link', email, '/debug-config')
  await page.goto(await linkIn(site, email, 'EMAIL_SIGNIN'))
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/debug-config')
  expect(await claimsOf(page)).toMatchObject({ email, email_verified: true })
  expect(await page.evaluate(() => localStorage.getItem('foyer-sign-in-email'))).toBeNull()
})

test.describe('a sign-in link in another browser', () => {
  test.use({ expectedErrors: /400 \(Bad Request\)/ })

  test('asks for the address, and takes no other', async ({ page, site, browser }) => {
    const { email } = await createAccount(site)
    const elsewhere = await browser.newContext({ baseURL: site.url })
    await elsewhere.addInitScript(rememberRefusal, { choice: '{}', time: new Date().toISOString() })
    await requestMail(await elsewhere.newPage(), 'Email me a sign-in link', email)
    await elsewhere.close()
    await page.goto(await linkIn(site, email, 'EMAIL_SIGNIN'))
    await expect(page.getByLabel('Email')).toHaveValue('')
    await page.getByLabel('Email').fill('somebody.else@example.com')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('This link was sent to another address.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('somebody.else@example.com')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/app')
    await expect(page.getByText(email)).toBeVisible()
  })
})

test.describe('a sign-in link while this site does not answer', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('signs in at the next press, though its code is used up', async ({ page, site }) => {
    const { email } = await createAccount(site)
    await requestMail(page, 'Email me a sign-in link', email)
    const link = await linkIn(site, email, 'EMAIL_SIGNIN')
    await page.goto(link)
    await page.route('**/api/session', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('this site did not answer')).toBeVisible()
    expect(await isUnused(site, link)).toBe(false)
    await page.unroute('**/api/session')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/app')
  })
})

test('whoever is signed in as somebody else signs in as the address of the link', async ({ page, site }) => {
  const first = await createAccount(site)
  const { email } = await createAccount(site)
  await signIn(page, first)
  await sendMail(site, { requestType: 'EMAIL_SIGNIN', email, continueUrl: `${site.url}/app` })
  await page.goto(await linkIn(site, email, 'EMAIL_SIGNIN'))
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/app')
  await expect(page.getByText(email)).toBeVisible()
})
