import { createAccount } from '../support/accounts'
import { expectAccessible } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { latestLink, mailsTo } from '../support/mails'
import { changeConfig, exampleOperator } from '../support/operator'
import { mockProvider, refuse } from '../support/provider'
import { createSession } from '../support/visitor'

test.use({ expectedErrors: /4(00|01|10) \(|net::ERR_/ })

const used = 'This link is incomplete or has already been used.'
const expired = 'This link has expired.'

const made = (mode: string, code = 'made-up') =>
  `/auth/action?mode=${mode}&oobCode=${code}&apiKey=any&lang=en`

const others = [
  { mode: 'recoverEmail', link: 'contact us' },
  { mode: 'verifyAndChangeEmail', link: 'change your email address again' },
  { mode: 'verifyEmail', link: 'Sign in' },
]

test('an unreadable or used link says what helps, and axe finds no violation', async ({ page }) => {
  await test.step('nothing leads to a contact page without an address', async () => {
    await page.goto(made('recoverEmail'))
    await expect(page.getByText(used)).toBeVisible()
    await expect(page.getByText('contact us')).toBeHidden()
    await changeConfig(page, { operator: exampleOperator })
  })
  await test.step('an unreadable link leads to the form', async () => {
    await page.goto('/auth/action?mode=sendMoney&oobCode=abc')
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/login?next=%2Fapp',
    )
    await expectAccessible(page)
  })
  for (const { mode, link } of others) {
    await test.step(mode, async () => {
      await page.goto(made(mode))
      await expect(page.getByText(used)).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: link })).toBeVisible()
    })
  }
  await expect(page.getByText('your email address is verified and there’s nothing left to do')).toBeVisible()
  await expectAccessible(page)
})

test('an expired or used link offers a new one that continues at the same page', async ({ page, site }) => {
  const { email } = await createAccount(site)
  await test.step('a new password, with the provider’s own code', async () => {
    // Codes of the emulator never expire.
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
    // Our server didn't send it.
    await expect(page.getByText(used)).toBeVisible()
    await page.goto(`${made('signIn')}&next=%2Fdebug-config&proof=made-up`)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText(used)).toBeFocused()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Email me a link' }).click()
    const link = await latestLink(site, email, 'EMAIL_SIGNIN')
    expect(new URL(link).searchParams.get('continueUrl')).toContain('%2Fdebug-config')
  })
})

test('a signed-in user is led to their account for a new link', async ({ page, site }) => {
  await createSession(page, site, await createAccount(site))
  await page.goto(made('verifyEmail'))
  await expect(page.getByText(used)).toBeFocused()
  const link = page.getByRole('link', { name: 'request a new link in your account' })
  await expect(link).toHaveAttribute('href', '/app/account')
})
