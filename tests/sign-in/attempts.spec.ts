/** The log of sign-in attempts on real pages: where users give up. */
import type { Page } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { expect, newCredentials, test } from '../support/fixtures'
import { signInAtProvider } from '../support/gapi/gapi'
import { watchLog } from '../support/log-since'
import { latestLink } from '../support/mails'

// For a wrong password, and because the emulator's page has no icon.
test.use({ expectedErrors: /400 \(Bad Request\)|404 \(Not Found\)/ })

/** Each as `finished password` or `abandoned password left`. */
function attemptsIn(log: ReturnType<typeof watchLog>): string[] {
  const lines = log.records().filter(({ event }) => String(event).startsWith('sign-in.'))
  for (const line of lines) expect(line.browser).toMatch(/^Chrome \d+$/)
  return lines.map(({ event, method, cause }) =>
    [String(event).replace('sign-in.', ''), method, cause].filter(Boolean).join(' '),
  )
}

async function tryPassword(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('an attempt with a wrong password is abandoned when the page is left, or finished with the right one', async ({
  page,
  site,
}) => {
  const account = await createAccount(site)
  const wrong = { ...account, password: 'not this one' }
  const log = watchLog(site)
  const alert = page.getByRole('alert').filter({ hasText: 'Wrong email or password.' })

  await page.goto('/login')
  await tryPassword(page, wrong)
  await expect(alert).toBeVisible()
  await page.goto('/terms')
  await expect.poll(() => attemptsIn(log)).toHaveLength(2)
  expect(attemptsIn(log)).toEqual(['begun password', 'abandoned password wrong-password'])

  await page.goto('/login')
  await tryPassword(page, wrong)
  await expect(alert).toBeVisible()
  await tryPassword(page, account)
  await expect(page).toHaveURL('/app')
  await expect.poll(() => attemptsIn(log).slice(2)).toEqual(['begun password', 'finished password'])
  expect(log.text()).not.toContain(account.email)
})

test('a sign-in by email link or on a provider’s page is finished where it returns', async ({
  page,
  site,
}) => {
  const { email } = newCredentials()
  const log = watchLog(site)
  await page.goto('/login?mode=link')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByText('We’ve sent you a sign-in link.')).toBeVisible()
  await page.goto(await latestLink(site, email, 'EMAIL_SIGNIN'))
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/app')
  await page.context().clearCookies()

  await page.goto('/login')
  await page.evaluate(() => {
    window.open = () => null
  })
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await page.waitForURL('**/emulator/auth/handler?**')
  await signInAtProvider(page, newCredentials())
  await expect(page).toHaveURL('/app')
  await expect
    .poll(() => attemptsIn(log))
    .toEqual(['begun email-link', 'finished email-link', 'begun github', 'finished github'])
})
