import { expect, test } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { emulatorOfRun } from '../support/run'
import { startByCommand } from '../support/site'

test('with hot reload a visitor signs in', async ({ page }) => {
  const site = await startByCommand({ env: emulatorOfRun('localhost'), isDevelopment: true })
  const { email, password } = await createAccount(site)
  // Each page and handler is compiled when it is first asked for, which a busy machine needs longer for than a form waits.
  test.setTimeout(300_000)
  page.setDefaultTimeout(120_000)
  await fetch(`${site.url}/api/session`)
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${site.url}/app`)
  await expect(page.getByRole('heading', { name: 'Your notes' })).toBeVisible()
  expect(site.records().filter(({ level }) => level === 'error')).toEqual([])
  expect(await site.stop()).toBe(0)
})
