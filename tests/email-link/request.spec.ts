import type { Page } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { expect, newCredentials, test } from '../support/fixtures'
import { mailsTo } from '../support/mails'

const address = (page: Page) => page.getByRole('textbox', { name: 'Email' })
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

test.describe('a forgotten password', () => {
  test.use({ expectedErrors: /400 \(Bad Request\)/ })

  test('takes along what was typed and gives it back, and answers the same whether there is an account or not', async ({
    page,
    site,
  }) => {
    const { email } = await createAccount(site)
    await page.clock.install()
    await page.goto('/login')
    await expect(page.locator('form')).toHaveCount(1)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('half a passw')

    await test.step('what was typed into the form is there again afterwards', async () => {
      await press(page, 'Forgot your password?')
      await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
      await expect(address(page)).toBeFocused()
      await expect(address(page)).toHaveValue(email)
      await press(page, 'Back')
      await expect(page.locator('form')).toHaveCount(1)
      await expect(page.getByLabel('Email')).toBeFocused()
      await expect(page.getByLabel('Email')).toHaveValue(email)
      await expect(page.getByLabel('Password')).toHaveValue('half a passw')
    })

    await test.step('so is an address that is typed there', async () => {
      await press(page, 'Forgot your password?')
      await expect(page.getByText('We’ll email you a link')).toBeVisible()
      await address(page).fill(`new-${email}`)
      await press(page, 'Back')
      await expect(page.getByLabel('Email')).toHaveValue(`new-${email}`)
    })

    await test.step('the answer does not tell who has an account', async () => {
      await press(page, 'Forgot your password?')
      const answers: string[] = []
      for (const asked of [email, newCredentials().email]) {
        await address(page).fill(asked)
        await press(page, 'Email me a link')
        await expect(page.getByText('If there’s an account with this address')).toBeVisible()
        await expect(page.getByRole('button', { name: 'Send again' })).toHaveAttribute(
          'aria-disabled',
          'true',
        )
        const text = await page.locator('main').textContent()
        answers.push((text ?? '').replace(/in \d+ seconds?/, 'in a while').replace(asked, 'the address'))
        await page.clock.runFor(61_000)
        await press(page, 'Use another address')
      }
      expect(answers[1]).toBe(answers[0])
      expect(await mailsTo(site, email, 'PASSWORD_RESET')).toHaveLength(1)
    })
  })
})

test('the inbox takes the form\u2019s place, opens the mailbox of the address, sends again after a minute, and gives the form back', async ({
  page,
}) => {
  const email = newCredentials().email.replace('example.com', 'gmail.com')
  await page.clock.install()
  await page.goto('/login')
  await press(page, 'Email me a sign-in link')
  await expect(page.getByText('We’ll email you a link')).toBeVisible()
  await address(page).fill(email)
  await press(page, 'Email me a link')
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeFocused()
  await expect(page.getByText('We’ve sent you a sign-in link.')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  const gmail = page.getByRole('link', { name: 'Open Gmail' })
  await expect(gmail).toHaveAttribute('rel', 'noopener noreferrer')
  const again = page.getByRole('button', { name: 'Send again' })
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await page.clock.runFor(61_000)
  const sent = page.waitForRequest('**/v1/accounts:sendOobCode*')
  await again.click()
  expect((await sent).postDataJSON()).toMatchObject({ email })
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await press(page, 'Use another address')
  await expect(address(page)).toBeFocused()
  await expect(address(page)).toHaveValue(email)

  await test.step('one message a minute from this page, of whatever kind', async () => {
    await press(page, 'Back')
    await press(page, 'Forgot your password?')
    const send = page.getByRole('button', { name: 'Email me a link' })
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    await expect(send).toHaveAccessibleDescription(/another in \d+ seconds/)
  })
})
