import type { Page } from '@playwright/test'
import { accountOn } from '../support/account-page'
import { createAccount } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { linkIn, type MailType, mailsTo, sendMail } from '../support/mails'
import { stopClock } from '../support/page-clock'
import { type Call, refuse, standIn } from '../support/provider'
import { openSession } from '../support/visitor'

test.use({ expectedErrors: /400 \(Bad Request\)|net::ERR_/ })

const used = 'This link is incomplete or has already been used.'
const expired = 'This link has expired.'

const made = (mode: string, code = 'made-up') =>
  `/auth/action?mode=${mode}&oobCode=${code}&apiKey=any&lang=en`

async function pressTwiceWithin(page: Page, button: string) {
  // The form gives way to the inbox, whose button sends again.
  const send = page.getByRole('button', { name: button === 'Email me a link' ? 'Send again' : button })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('accounts:sendOobCode') && request.method() === 'POST')
      sent.push(request.url())
  })
  await stopClock(page)
  await page.getByRole('button', { name: button }).click()
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

test('a link that nobody can read says so, and leads to the form', async ({ page }) => {
  await page.goto('/auth/action?mode=sendMoney&oobCode=abc')
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/login?next=%2Fapp',
  )
})

const askers = [
  { mode: 'resetPassword', type: 'PASSWORD_RESET' },
  { mode: 'signIn', type: 'EMAIL_SIGNIN' },
] as const

for (const { mode, type } of askers) {
  test(`a ${mode} link that is no good offers a new one, once a minute, and that one works`, async ({
    page,
    site,
  }) => {
    const { email } = await createAccount(site)
    await page.clock.install()
    await page.goto(`${made(mode)}&next=%2Fdebug-config`)
    if (mode === 'signIn') {
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await expect(page.getByText(used)).toBeFocused()
    await page.getByLabel('Email').fill(email)
    await pressTwiceWithin(page, 'Email me a link')
    await expect.poll(async () => (await mailsTo(site, email, type)).length).toBe(2)
    await page.goto(await linkIn(site, email, type))
    await expect(page.getByText(used)).toHaveCount(0)
    if (mode === 'signIn') {
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page).toHaveURL('/debug-config')
    } else {
      await expect(page.getByText(email)).toBeVisible()
    }
  })
}

test('whoever is signed in gets a new link to confirm the address in their account, also where the browser has lost the user', async ({
  page,
  site,
}) => {
  const account = await createAccount(site)
  const { email, password } = account
  await openSession(page, site, account)
  await page.goto(made('verifyEmail'))
  await expect(page.getByText(used)).toBeFocused()
  await page.getByRole('link', { name: 'request a new link in your account' }).click()
  const on = accountOn(page)
  await on.verify.click()
  await on.currentPassword.fill(password)
  await on.confirm.click()
  await expect(page.getByText(`We’ve sent a link to ${email}.`)).toBeVisible()
  await page.goto(await linkIn(site, email, 'VERIFY_EMAIL'))
  await page.getByRole('button', { name: 'Verify email address' }).click()
  await expect(page.getByText(`${email} is verified.`)).toBeVisible()
})

test('an address is confirmed also where nobody is signed in, and a link that has done so already worries nobody', async ({
  page,
  site,
}) => {
  const { email, idToken } = await createAccount(site)
  await sendMail(site, { requestType: 'VERIFY_EMAIL', idToken })
  const link = await linkIn(site, email, 'VERIFY_EMAIL')
  await page.goto(link)
  await page.getByRole('button', { name: 'Verify email address' }).click()
  await expect(page.getByText(`${email} is verified.`)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/login?next=%2Fapp',
  )
  await page.goto(link)
  await expect(page.getByText(used)).toBeVisible()
  await expect(page.getByText('your email address is verified and there’s nothing left to do')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
})

const others = [
  { mode: 'recoverEmail', words: 'contact us' },
  { mode: 'verifyAndChangeEmail', words: 'change your email address again' },
]

test('a link of another kind that is no good says what helps', async ({ page }) => {
  for (const { mode, words } of others) {
    await page.goto(made(mode))
    await expect(page.getByText(used), mode).toBeVisible()
    await expect(page.getByRole('link', { name: words }), mode).toBeVisible()
  }
})

/** Codes of the emulator never expire, so the provider's answer is put in its place. */
const expiring: { type: MailType; call: Call; press?: string }[] = [
  { type: 'PASSWORD_RESET', call: 'accounts:resetPassword' },
  { type: 'VERIFY_EMAIL', call: 'accounts:update', press: 'Verify email address' },
  { type: 'EMAIL_SIGNIN', call: 'accounts:signInWithEmailLink', press: 'Sign in' },
]

test("a link that is too old is told so, by the provider's own word", async ({ page, site }) => {
  for (const { type, call, press } of expiring) {
    await test.step(type, async () => {
      const { email, idToken } = await createAccount(site)
      const request = type === 'VERIFY_EMAIL' ? { idToken } : { email, continueUrl: `${site.url}/app` }
      await sendMail(site, { requestType: type, ...request })
      await standIn(page, call, (route) => refuse(route, 'EXPIRED_OOB_CODE'))
      await page.goto(await linkIn(site, email, type))
      if (type === 'EMAIL_SIGNIN') await page.getByLabel('Email').fill(email)
      if (press) await page.getByRole('button', { name: press }).click()
      await expect(page.getByText(expired)).toBeFocused()
      await page.unrouteAll()
    })
  }
})
