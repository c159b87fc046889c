/** What password managers are sent about passkeys (Signal API), as Chromium's authenticator takes it. */
import { handlers } from '@/lib/site/api-routes'
import { passkeyRequests } from '@/lib/site/passkey-routes'
import { accountOn, openAccount, startOnCollapsedAccount } from '../support/account-page'
import { expect, test } from '../support/fixtures'
import { addKey } from '../support/passkeys'
import { addPasskeyOn, passkeysOn } from '../support/passkeys-page'
import { createProvedAccount } from '../support/proofs'
import { addAuthenticator } from '../support/virtual-authenticator'

test.use({ database: 'postgres', host: 'localhost' })

test('password managers are sent a new name, a removal here, and one that happened elsewhere', async ({
  page,
  site,
}) => {
  const authenticator = await addAuthenticator(page)
  const account = await startOnCollapsedAccount(page, site, await createProvedAccount(site))
  const { section, entries } = passkeysOn(page)
  await addPasskeyOn(page)

  await openAccount(page)
  const { about, name, saveName } = accountOn(page)
  await name.fill('Ada Example')
  // The session has the new name only once it's renewed.
  const renewed = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith(handlers.session),
  )
  await saveName.click()
  await expect(about.getByText('Name saved.')).toBeVisible()
  await renewed
  await page.reload()
  await expect.poll(() => authenticator.names()).toEqual(['Ada Example'])

  await section.getByRole('button', { name: 'Remove Passkey' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(entries).toHaveCount(0)
  await expect.poll(() => authenticator.credentials()).toEqual([])

  await addPasskeyOn(page)
  const { value: cookie = '' } =
    (await page.context().cookies()).find(({ name }) => name === '__session') ?? {}
  await addKey({ site, cookie, account })
  const { passkeys } = await (await page.request.get(passkeyRequests.passkeys)).json()
  const headers = { origin: new URL(page.url()).origin }
  const remove = (id: string) => page.request.delete(passkeyRequests.onePasskey(id), { headers })
  expect((await remove(passkeys[1].id)).status()).toBe(200)
  await page.reload()
  await expect.poll(() => authenticator.credentials()).toEqual([])
})
