/**
 * How a popup can end without a sign-in: the message, how long it takes, and that the form stays usable. The emulator and the
 * SDK are real; Google's loader is a stand-in, and the provider's frame where a test says so. `docs/sign-in.md` has the table.
 */
import type { Page } from '@playwright/test'
import { describeIdentityError } from '@/lib/identity/error-words'
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { mockAuthFrame, sendFromFrame } from '../support/gapi/gapi'
import { fetchFromSite, removeRoute, stopClock } from '../support/pages'
import type { Site } from '../support/site'

// The SDK throws the first with every popup (see `isSdkNoise`), the second for an event that is none.
test.use({ expectedErrors: /auth\/(internal-error|invalid-auth-event)|ERR_(FAILED|NAME_NOT_RESOLVED)/ })

const google = 'https://apis.google.com/**'
const frame = '**/emulator/auth/iframe?**'

type Code = Parameters<typeof describeIdentityError>[0]['code']

const press = (page: Page, name = 'Google') =>
  page.getByRole('button', { name: `Continue with ${name}` }).click()
const alert = (page: Page, code: Code) =>
  page.getByRole('alert').filter({ hasText: describeIdentityError({ code }) })
const waiting = (page: Page, name = 'Google') => page.getByText(`Waiting for ${name}`)
const unfinished = (page: Page, name = 'Google') => page.getByText(`Sign-in with ${name} wasn’t completed.`)

async function openLogin(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto('/login')
}

async function openPopup(page: Page, name?: string): Promise<Page> {
  const opening = page.context().waitForEvent('page')
  await press(page, name)
  const popup = await opening
  await expect(waiting(page, name)).toBeVisible()
  return popup
}

/** Expects what must appear after this time, and not just before. */
async function expectAfter(
  page: Page,
  ms: number,
  there: () => Promise<unknown>,
  notYet: () => Promise<unknown>,
) {
  await page.clock.runFor(ms - 100)
  await notYet()
  await page.clock.runFor(200)
  await there()
}

/** Expects the form to be ready, without using it. */
async function expectUsable(page: Page): Promise<void> {
  await expect(page.getByLabel('Password')).toBeEditable()
  const submit = page.getByRole('button', { name: 'Sign in', exact: true })
  await expect(submit).toHaveAttribute('aria-disabled', 'false')
}

/** Expects the form to sign in. */
async function expectPasswordSignsIn(page: Page, site: Site): Promise<void> {
  const { email, password } = await createAccount(site)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/app')
}

test('a second press closes the first popup silently; a closed one has a message within 10 s', async ({
  page,
  site,
}) => {
  await openLogin(page)
  const first = await openPopup(page)
  const closed = first.waitForEvent('close')
  const second = await openPopup(page, 'GitHub')
  await closed
  await expect(waiting(page)).toBeHidden()
  await expect(page.getByText('wasn’t completed')).toBeHidden()

  await stopClock(page)
  await second.close()
  await page.clock.runFor(7_900)
  await expect(waiting(page, 'GitHub')).toBeVisible()
  await page.clock.runFor(2_200)
  await expect(unfinished(page, 'GitHub')).toBeVisible()
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)

  await page.clock.resume()
  await openPopup(page)
  await expectPasswordSignsIn(page, site)
})

test('Google’s loader has a message immediately if unreachable, after 30 s if silent; a frame after 5 s', async ({
  page,
}) => {
  await page.route(google, (route) => route.abort())
  await openLogin(page)
  await press(page)
  await expect(alert(page, 'network-request-failed')).toBeVisible()
  await removeRoute(page, google)

  await stopClock(page)
  const words = () => expect(alert(page, 'network-request-failed')).toBeVisible()
  const noWords = () => expect(waiting(page)).toBeVisible()

  await test.step('the script', async () => {
    await page.route(google, () => undefined)
    const asked = page.waitForRequest(google)
    await press(page)
    await asked
    await expectAfter(page, 30_000, words, noWords)
    // Leaves the page, which drops the silent request, before removing its route.
    await page.clock.resume()
    await page.goto('/login')
    await removeRoute(page, google)
  })

  await test.step('what the script loads', async () => {
    await stopClock(page)
    await page.evaluate(() => Object.assign(window, { isGapiSilent: true }))
    await press(page)
    // The limit starts once the script runs.
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'isGapiSilent'))).toBe('asked')
    await expectAfter(page, 30_000, words, noWords)
    await page.evaluate(() => Object.assign(window, { isGapiSilent: false }))
  })

  await test.step('the frame', async () => {
    await page.route(frame, (route) => route.abort())
    const asked = page.waitForRequest(frame)
    await press(page)
    await asked
    await expectAfter(page, 5_000, words, noWords)
    await removeRoute(page, frame)
  })

  await page.clock.resume()
  await openPopup(page)
})

test('a frame without storage has a message immediately; invalid events leave the popup open', async ({
  page,
  site,
}) => {
  await test.step('without storage the popup closes (stand-in for the frame)', async () => {
    await mockAuthFrame(page.context(), { hasStorage: false })
    await openLogin(page)
    const opening = page.waitForEvent('popup')
    await press(page)
    const popup = await opening
    await expect(alert(page, 'web-storage-unsupported')).toBeVisible()
    await expect.poll(() => popup.isClosed()).toBe(true)
    await expectUsable(page)
  })

  await test.step('invalid events show nothing (stand-in for the frame)', async () => {
    await mockAuthFrame(page.context(), { hasStorage: true })
    await page.goto('/login')
    const popup = await openPopup(page)
    const thrown = page.waitForEvent('pageerror', (error) => error.message.includes('invalid-auth-event'))
    await sendFromFrame(page, {})
    await thrown
    const nothing = { type: 'unknown', eventId: null, error: { code: 'auth/no-auth-event' } }
    await sendFromFrame(page, { authEvent: nothing })
    await stopClock(page)
    await expect(waiting(page)).toBeVisible()
    expect(popup.isClosed(), 'a minute has passed').toBe(false)
    await popup.close()
    await page.clock.runFor(10_100)
    await expect(unfinished(page)).toBeVisible()
    await page.clock.resume()
    await expectUsable(page)
  })

  await test.step('a stricter opener policy', async () => {
    await removeRoute(page.context(), frame)
    await page.route('**/login', async (route) => {
      const answer = await fetchFromSite(route)
      const headers = { ...answer.headers, 'cross-origin-opener-policy': 'same-origin' }
      await route.fulfill({ ...answer, headers })
    })
    await page.goto('/login')
    await removeRoute(page, '**/login')
    const popup = await openPopup(page)
    await popup.waitForURL('**/emulator/auth/handler?**')
    await stopClock(page)
    await page.clock.runFor(10_100)
    await expect(unfinished(page)).toBeVisible()
    expect(popup.isClosed()).toBe(false)
    await page.clock.resume()
  })
  await expectPasswordSignsIn(page, site)
})
