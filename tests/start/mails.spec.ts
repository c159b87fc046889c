import { createAccount } from '../accounts'
import { expect, test } from '../fixtures'

test('the link of a mail that the emulator does not send is shown to the person', async ({ site }) => {
  const { email } = await createAccount(site)
  await fetch(`${site.emulatorUrl}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=any`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requestType: 'PASSWORD_RESET', email }),
  })
  const link = `${site.emulatorUrl}/emulator/action?mode=resetPassword`
  await expect.poll(() => site.output().split('\n')).toContainEqual(expect.stringMatching(email))
  expect(site.output()).toContain(link)
})
