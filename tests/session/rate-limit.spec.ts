import { createAccount } from '../support/accounts'
import { queryDatabase } from '../support/database/rows'
import { expect, test } from '../support/fixtures'
import { postToken } from '../support/requests'

test.use({ database: 'postgres', expectedErrors: /status of 429/ })

test('too many sign-ins: the form says how long to wait, keeps what was typed, and then works', async ({
  page,
  site,
}) => {
  const account = await createAccount(site)
  expect((await postToken(site, account.idToken)).status).toBe(204)
  // As after sixty sign-ins, which `instances` counts.
  await queryDatabase(site.databaseUrl, `update rate_limits set points = 60 where key like 'mint-by-user:%'`)
  await page.goto('/login')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  await button.click()
  const words = page.getByRole('alert').filter({ hasText: 'Too many sign-ins' })
  await expect(words).toHaveText(/^Too many sign-ins\. Please try again in (9|10) minutes\.$/)
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await expect(page.getByLabel('Password')).toHaveValue(account.password)

  await queryDatabase(site.databaseUrl, 'update rate_limits set expire = $1', [Date.now() + 100_000])
  await button.click()
  await expect(words).toHaveText('Too many sign-ins. Please try again in 2 minutes.')

  await queryDatabase(site.databaseUrl, 'update rate_limits set expire = $1', [Date.now() - 1])
  await button.click()
  await expect(page).toHaveURL('/app')
})
