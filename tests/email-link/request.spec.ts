import type { Page } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { expect, newCredentials, test } from '../support/fixtures'
import { linkIn, mailsTo } from '../support/mails'

async function ask(page: Page, button: string, email: string) {
  await page.goto('/login')
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByText('We’ll email you a link')).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
}

test.describe('the answer to a forgotten password', () => {
  test.use({ expectedErrors: /400 \(Bad Request\)/ })

  test('is the same whether there is an account or not', async ({ page, site }) => {
    const { email } = await createAccount(site)
    const answers: string[] = []
    for (const address of [email, newCredentials().email]) {
      await ask(page, 'Forgot your password?', address)
      await expect(page.getByText('If there’s an account with this address')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Send again' })).toHaveAttribute('aria-disabled', 'true')
      const text = await page.locator('main').textContent()
      answers.push((text ?? '').replace(/in \d+ seconds?/, 'in a while').replace(address, 'the address'))
    }
    expect(answers[1]).toBe(answers[0])
    expect(await mailsTo(site, email, 'PASSWORD_RESET')).toHaveLength(1)
  })
})

test('what was typed into the form goes along, and is there again afterwards', async ({ page }) => {
  const { email } = newCredentials()
  await page.goto('/login')
  await expect(page.locator('form')).toHaveCount(1)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('half a passw')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.locator('form')).toHaveCount(1)
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password')).toHaveValue('half a passw')
  await test.step('so is an address that is typed there', async () => {
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await expect(page.getByText('We’ll email you a link')).toBeVisible()
    await page.getByRole('textbox', { name: 'Email' }).fill(`new-${email}`)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(`new-${email}`)
  })
})

test('the inbox takes the form\u2019s place, opens the mailbox of the address, sends again after a minute, and gives the form back', async ({
  page,
}) => {
  await page.clock.install()
  await ask(page, 'Email me a sign-in link', 'somebody@gmail.com')
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeFocused()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  const gmail = page.getByRole('link', { name: 'Open Gmail' })
  await expect(gmail).toHaveAttribute('rel', 'noopener noreferrer')
  const again = page.getByRole('button', { name: 'Send again' })
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await page.clock.runFor(61_000)
  const sent = page.waitForRequest('**/v1/accounts:sendOobCode*')
  await again.click()
  expect((await sent).postDataJSON()).toMatchObject({ email: 'somebody@gmail.com' })
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Use another address' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('somebody@gmail.com')
})

test('one message a minute from this page, of whatever kind; a link for whoever has no account yet makes one', async ({
  page,
  site,
}) => {
  const { email } = newCredentials()
  await ask(page, 'Email me a sign-in link', email)
  await expect(page.getByText('We’ve sent you a sign-in link.')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  const send = page.getByRole('button', { name: 'Email me a link' })
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await expect(send).toHaveAccessibleDescription(/another in \d+ seconds/)
  await page.goto(await linkIn(site, email, 'EMAIL_SIGNIN'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/app')
  await expect(page.getByText(email)).toBeVisible()
})
