import { expect, test } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { emulatorOfRun } from '../support/run'
import { startByCommand } from '../support/site'

test('with hot reload a visitor signs in', async ({ page }) => {
  const site = await startByCommand({ env: emulatorOfRun('localhost'), isDevelopment: true })
  const { email, password } = await createAccount(site)
  // Each page and handler is compiled when it is first asked for, which a busy machine needs longer for than a form waits.
  page.setDefaultTimeout(60_000)
  await Promise.all([fetch(`${site.url}/api/session`), page.goto(`${site.url}/login`)])
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  const opened = page.waitForResponse(`${site.url}/api/session`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  expect((await opened).status()).toBe(204)
  // The next page would have to be compiled, too.
  await page.goto('about:blank')
  expect(site.records().filter(({ level }) => level === 'error')).toEqual([])
  expect(await site.stop()).toBe(0)
})
