/** Regular work, called by a host where no process lives. */
import { expect, test } from '@playwright/test'
import { startSite } from '../support/site'

test('a portion of the regular work is done for who knows the secret', async () => {
  const secret = 'a secret of enough characters'
  const site = await startSite({ env: { CRON_SECRET: secret } })
  try {
    const call = async (headers: Record<string, string>) =>
      (await fetch(`${site.url}/api/cron`, { headers })).status
    expect(await call({})).toBe(401)
    expect(await call({ authorization: 'Bearer a secret of enough charactert' })).toBe(401)
    expect(await call({ authorization: `Bearer ${secret}` })).toBe(204)
    expect(site.lines().join()).not.toContain(secret)
  } finally {
    await site.stop()
  }
})

test('without a secret there is nothing to call', async () => {
  const site = await startSite({})
  try {
    const response = await fetch(`${site.url}/api/cron`, { headers: { authorization: 'Bearer ' } })
    expect(response.status).toBe(404)
  } finally {
    await site.stop()
  }
})
