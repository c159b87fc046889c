import { expect, test } from '@playwright/test'
import { createAccount } from '../support/accounts'
import { startByCommand } from '../support/command-site'

test('the link of a mail that the emulator does not send is shown to the person, and opens a page of the site', async () => {
  test.setTimeout(180_000)
  const site = await startByCommand()
  const { email } = await createAccount(site)
  await fetch(`${site.emulatorUrl}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=any`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requestType: 'PASSWORD_RESET', email }),
  })
  const line = () =>
    site
      .output()
      .split('\n')
      .find((printed) => printed.includes(email))
  await expect.poll(line).toBeTruthy()
  const link = new URL(/http\S+$/.exec(line() ?? '')?.[0] ?? '')
  expect(link.origin + link.pathname).toBe(`${site.url}/auth/action`)
  expect([...link.searchParams.keys()].sort()).toEqual(['apiKey', 'lang', 'mode', 'oobCode'])
  expect(link.searchParams.get('mode')).toBe('resetPassword')
  await site.stop()
})
