import type { Page } from '@playwright/test'
import { accountOn } from '../support/account-page'
import { createAccount } from '../support/accounts'
import { expectAccessible } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { latestLink, mailsTo } from '../support/mails'
import { stopClock } from '../support/page-clock'
import { mockProvider, refuse } from '../support/provider'
import { createSession } from '../support/visitor'

test.use({ expectedErrors: /400 \(Bad Request\)|net::ERR_/ })

const used = 'This link is incomplete or has already been used.'
const expired = 'This link has expired.'

const made = (mode: string, code = 'made-up') =>
  `/auth/action?mode=${mode}&oobCode=${code}&apiKey=any&lang=en`

const others = [
  { mode: 'recoverEmail', words: 'contact us' },
  { mode: 'verifyAndChangeEmail', words: 'change your email address again' },
]

async function pressTwiceWithinAMinute(page: Page) {
  // The form gives way to the inbox, whose button sends again.
  const send = page.getByRole('button', { name: 'Send again' })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('accounts:sendOobCode') && request.method() === 'POST')
      sent.push(request.url())
  })
  await stopClock(page)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await expect(send).toHaveAccessibleDescription('You can request another in 60 seconds.')
  // By the keyboard: Playwright's mouse waits until a button can be pressed.
  await send.press('Enter')
  await page.clock.runFor(30_000)
  await expect(send).toHaveAccessibleDescription('You can request another in 30 seconds.')
  await send.press('Enter')
  expect(sent).toHaveLength(1)
  await page.clock.runFor(30_000)
  await expect(send).toHaveAttribute('aria-disabled', 'false')
  await expect(page.getByText('You can request another')).toHaveCount(0)
  await send.click()
  await expect.poll(() => sent.length).toBe(2)
}

test('a link that is no good says what helps, and axe finds no fault in it', async ({ page }) => {
  await test.step('one that nobody can read leads to the form', async () => {
    await page.goto('/auth/action?mode=sendMoney&oobCode=abc')
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/login?next=%2Fapp',
    )
    await expectAccessible(page)
  })
  for (const { mode, words } of others) {
    await test.step(mode, async () => {
      await page.goto(made(mode))
      await expect(page.getByText(used)).toBeVisible()
      await expect(page.getByRole('link', { name: words })).toBeVisible()
    })
  }
  await expectAccessible(page)
})

test('a link that is too old, or used, offers a new one to where it led, once a minute', async ({
  page,
  site,
}) => {
  const { email } = await createAccount(site)
  await page.clock.install()

  await test.step('a new password: it is told so by the provider’s own word, and axe finds no fault', async () => {
    // Codes of the emulator never expire, so the provider's answer is put in its place.
    const stop = await mockProvider(page, 'accounts:resetPassword', (route) =>
      refuse(route, 'EXPIRED_OOB_CODE'),
    )
    await page.goto(made('resetPassword'))
    await expect(page.getByText(expired)).toBeFocused()
    await expectAccessible(page)
    await stop()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await expect.poll(async () => (await mailsTo(site, email, 'PASSWORD_RESET')).length).toBe(1)
  })

  await test.step('a sign-in', async () => {
    await page.goto(`${made('signIn')}&next=%2Fdebug-config`)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText(used)).toBeFocused()
    await page.getByLabel('Email').fill(email)
    await pressTwiceWithinAMinute(page)
    await expect.poll(async () => (await mailsTo(site, email, 'EMAIL_SIGNIN')).length).toBe(2)
    const link = await latestLink(site, email, 'EMAIL_SIGNIN')
    expect(new URL(link).searchParams.get('continueUrl')).toContain('%2Fdebug-config')
  })
})

test('whoever is signed in gets a new link in their account, also where the browser has lost the user', async ({
  page,
  site,
}) => {
  const account = await createAccount(site)
  const { email, password } = account
  await createSession(page, site, account)
  await page.goto(made('verifyEmail'))
  await expect(page.getByText(used)).toBeFocused()
  await page.getByRole('link', { name: 'request a new link in your account' }).click()
  const on = accountOn(page)
  await on.verify.click()
  await on.currentPassword.fill(password)
  await on.confirm.click()
  await expect(page.getByText(`We’ve sent a link to ${email}.`)).toBeVisible()
  expect(await mailsTo(site, email, 'VERIFY_EMAIL')).toHaveLength(1)
})
