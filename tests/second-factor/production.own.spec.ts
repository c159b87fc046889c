/**
 * Second factors in production mode, against the stand-in for Google: authenticator apps, which the emulator lacks, and what
 * an SMS loads, which the emulator spares.
 */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import { closeContext } from '../support/browser'
import { rightCode } from '../support/google/second-factors'
import { nowSeconds } from '../support/google/tokens'
import { removeRoute } from '../support/pages'
import { fulfillJson, mockProvider } from '../support/provider'
import { postToken } from '../support/requests'
import { promptOn, wrongCodeFor } from '../support/second-factor'
import { createContext } from '../support/session-browser'
import { type Site, startSite } from '../support/site'
import { test, type World } from '../support/world'

let world: World
let site: Site

test.beforeAll(async ({ world: opened }) => {
  test.setTimeout(240_000)
  world = opened
  site = await startSite({ env: { ...world.environment, SECOND_FACTORS: 'totp,sms' } })
})

test.afterAll(() => site.stop())

const password = 'correct horse'
let people = 0

/** A browser, an account with a verified address, and the browser's requests to Google's captcha. */
async function arrive() {
  people += 1
  const name = `second-factor-${people}@example.com`
  const { email } = world.google.accounts.add(name, password, { emailVerified: true })
  const context = await createContext(world)
  const page = await context.newPage()
  const captcha: string[] = []
  page.on('request', (request) => {
    const { host, pathname } = new URL(request.url())
    if (host === 'www.google.com') captcha.push(pathname)
  })
  return { email, context, captcha, page }
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto(`${site.url}/login?next=%2Fapp%2Faccount`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** As if the owner had verified the address in this browser. */
async function proveAddress(page: Page, email: string): Promise<void> {
  await page.waitForURL('**/app/account')
  const proved = 'update accounts set address = $1, proved_at = now() where uid = $2'
  await world.query(proved, [email, world.google.accounts.byEmail(email)?.id])
  await page.reload()
}

const sectionOn = (page: Page) => page.getByRole('region', { name: 'Two-step verification' })

test('an authenticator app is added by its code, used at the next sign-in, and removed', async () => {
  const { email, context, captcha, page } = await arrive()
  const section = sectionOn(page)
  const before = await world.google.idToken(email, { auth_time: nowSeconds() - 60 })
  await enterPassword(page, email)
  await proveAddress(page, email)
  await section.getByRole('button', { name: 'Add an authenticator app' }).click()
  await expect(section.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = ((await section.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const link = new URL((await section.getByRole('link').getAttribute('href')) ?? '')
  expect(link.searchParams.get('secret')).toBe(secret)
  const code = section.getByRole('textbox', { name: 'Code' })
  // The sign-in's prompt is checked in light mode.
  await expectAccessible(page, [{ width: 320, colorScheme: 'dark' }])
  await expect(code).toBeFocused()
  await code.fill(wrongCodeFor(rightCode))
  await code.press('Enter')
  await expect(section.getByRole('alert').filter({ hasText: /^Wrong code\./ })).toBeVisible()
  await code.fill(rightCode)
  await code.press('Enter')
  await expect(section.getByText('Two-step verification is on.')).toBeVisible()
  await expect(section.locator('code')).toHaveCount(0)
  expect((await postToken(site, before)).status, 'a token from before').toBe(401)
  await page.reload()
  await expect(section.getByRole('listitem')).toContainText(['Authenticator app'])

  await context.clearCookies()
  const asked = promptOn(page)
  await enterPassword(page, email)
  await expect(asked.title).toBeVisible()
  await asked.code.fill(wrongCodeFor(rightCode))
  await expect(page.getByRole('alert').filter({ hasText: /^Wrong code\./ })).toBeVisible()
  expect(await context.cookies()).toEqual([])
  await asked.code.fill(rightCode)
  await expect(page).toHaveURL(`${site.url}/app/account`)

  await section.getByRole('button', { name: 'Remove Authenticator app' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(section.getByText('Authenticator app removed.')).toBeVisible()
  expect(captcha, 'no app needs a captcha').toEqual([])
  await closeContext(context)
})

test('Google’s captcha loads only before an SMS, and can be answered beside a dialog', async () => {
  const { email, context, captcha, page } = await arrive()
  const isCaptcha = 'https://www.google.com/recaptcha/api.js*'
  const blocked: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) blocked.push(message.text())
  })
  const robot = page.getByRole('button', { name: 'I am not a robot' })
  const section = sectionOn(page)
  const phone = '+16505550100'
  await enterPassword(page, email)
  await proveAddress(page, email)
  await section.getByRole('button', { name: 'Add a phone' }).click()
  await section.getByLabel('Phone number').fill(phone)
  expect(captcha).toEqual([])
  await page.route(isCaptcha, (route) => route.abort())
  await section.getByRole('button', { name: 'Send a code' }).click()
  await expect(section.getByText('Your browser or network is blocking Google reCAPTCHA')).toBeVisible()
  await removeRoute(page, isCaptcha)
  captcha.length = 0
  await section.getByRole('button', { name: 'Send a code' }).click()
  await robot.click()
  await expect(section.getByText(`We’ve sent a code to ${phone}.`)).toBeVisible()
  expect(captcha).toEqual(['/recaptcha/api.js', '/recaptcha/api2/anchor'])
  await section.getByLabel('Code').fill(rightCode)
  await section.getByRole('button', { name: 'Turn on' }).click()
  await expect(section.getByText('Two-step verification is on.')).toBeVisible()

  // A new password is confirmed by a sign-in with it.
  await mockProvider(page, 'accounts:update', (route) => fulfillJson(route, {}))
  await page.getByRole('button', { name: 'Change your password' }).click()
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  const asked = promptOn(page)
  await robot.click()
  await expect(asked.dialog.getByText('We’ve sent a code to the number ending in 0100.')).toBeVisible()
  await expect(asked.code).toBeFocused()
  await asked.code.fill(rightCode)
  await expect(page.getByText('Password changed.')).toBeVisible()
  expect(blocked).toEqual([])
  await closeContext(context)
})
