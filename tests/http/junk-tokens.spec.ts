import { expect, test } from '@playwright/test'
import { createAccount, unsignedToken } from '../support/accounts'
import { postToken } from '../support/requests'
import { type Site, startSite } from '../support/site'

let site: Site

test.beforeAll(async () => {
  test.setTimeout(180_000)
  site = await startSite()
})

test.afterAll(() => site?.stop())

test('in emulator mode, too, junk is refused and locks out nobody at its address', async () => {
  const account = await createAccount(site)
  const junkToken = unsignedToken({ sub: 'ada', aud: 'demo-other' })
  const statuses: number[] = []
  for (let sent = 0; sent < 70; sent++) statuses.push((await postToken(site, junkToken)).status)
  expect(statuses).toEqual([...Array(60).fill(401), ...Array(10).fill(429)])
  expect((await postToken(site, account.idToken)).status).toBe(204)
  // Next fills in the header by itself where no proxy does: nothing to warn of.
  expect(site.records().filter(({ event }) => event === 'proxy.untrusted-forwarding')).toEqual([])
})
