import { expect, test } from '@playwright/test'
import { type Site, startSite } from '../support/site'

const reportsAllowed = 60
const report = {
  reference: '4f9c21ab-7e10',
  path: '/',
  rendered: false,
  name: 'E',
  message: '',
  stack: '',
  causes: [],
}

function send({ url }: Site, address: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: url, 'x-forwarded-for': address }
  return fetch(`${url}/api/errors`, { method: 'POST', headers, body: JSON.stringify(report) })
}

test('reports of one IPv6 subscriber are counted together, whichever of its addresses they come from', async () => {
  const site = await startSite({ env: { TRUSTED_PROXIES: '1' } })
  try {
    const statuses: number[] = []
    for (let number = 0; number <= reportsAllowed; number++)
      statuses.push((await send(site, `2001:db8:1:2:${number}::1`)).status)
    expect(statuses).toEqual([...Array<number>(reportsAllowed).fill(204), 429])
    expect((await send(site, '2001:db8:1:3::1')).status).toBe(204)
  } finally {
    await site.stop()
  }
})
