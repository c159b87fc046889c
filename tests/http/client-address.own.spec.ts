import { expect, test } from '@playwright/test'
import { type Google, startGoogle } from '../support/google/google'
import { nowSeconds } from '../support/google/tokens'
import { postToken } from '../support/requests'
import { type Site, startSite } from '../support/site'

const email = 'ada@example.com'
const reportsAllowed = 60

let google: Google
let staleToken: string

test.beforeAll(async () => {
  google = await startGoogle()
  google.accounts.add(email, 'correct horse')
  staleToken = await google.idToken(email, { iat: nowSeconds() - 7200, exp: nowSeconds() - 3600 })
})

test.afterAll(() => google.stop())

/** Behind one proxy, as the owner of a domain would set it up. */
let proxied: Site

test.beforeAll(async () => {
  test.setTimeout(120_000)
  proxied = await startSite({ env: { ...google.environment, TRUSTED_PROXIES: '1' } })
})

test.afterAll(() => proxied.stop())

/** The address that a refused token counts for, as the log has it. */
async function countedAddress(site: Site, headers: Record<string, string>): Promise<unknown> {
  const response = await postToken(site, staleToken, headers)
  expect(response.status).toBe(401)
  const requestId = response.headers.get('x-request-id')
  const line = () => site.records().find((record) => record.requestId === requestId)
  await expect.poll(line).toMatchObject({ event: 'session.refused' })
  return line()?.clientAddress
}

/** Every place where an address may be claimed, our own header among them. */
const claimed = (address: string) => ({
  'x-forwarded-for': address,
  forwarded: `for=${address}`,
  'x-real-ip': address,
  'x-client-ip': address,
  'true-client-ip': address,
  'cf-connecting-ip': address,
  'x-foyer-socket-address': address,
})

test('without a trusted proxy the socket counts, whatever address a request claims', async () => {
  test.setTimeout(120_000)
  const site = await startSite({ env: google.environment })
  try {
    expect(await countedAddress(site, {})).toBe('127.0.0.1')
    expect(site.records().filter(({ event }) => event === 'proxy.untrusted-forwarding')).toEqual([])
    for (const headers of [claimed('198.51.100.7'), { 'x-forwarded-for': '198.51.100.7, 127.0.0.2' }])
      expect(await countedAddress(site, headers)).toBe('127.0.0.1')
    expect(site.records().filter(({ event }) => event === 'proxy.untrusted-forwarding')).toEqual([
      expect.objectContaining({ level: 'warn', variable: 'TRUSTED_PROXIES' }),
    ])
  } finally {
    await site.stop()
  }
})

test('behind a proxy the domain is the own origin, its cookie is Secure, and other sites are refused', async () => {
  const domain = { 'x-forwarded-host': 'www.example.com', 'x-forwarded-proto': 'https' }
  const post = async (origin: string) =>
    postToken(proxied, await google.idToken(email), {
      ...domain,
      origin,
      'x-forwarded-for': '203.0.113.66, 198.51.100.7',
    })
  const opened = await post('https://www.example.com')
  expect(opened.status).toBe(204)
  expect(opened.headers.get('set-cookie')).toContain('Secure')
  expect((await post('https://other.example')).status).toBe(403)
  // The one that the proxy saw, not the one that the client claims.
  const record = {
    event: 'session.opened',
    requestId: opened.headers.get('x-request-id'),
    clientAddress: '198.51.100.7',
  }
  await expect.poll(() => proxied.records()).toContainEqual(expect.objectContaining(record))
})

const report = {
  reference: '4f9c21ab-7e10',
  path: '/',
  rendered: false,
  name: 'E',
  message: '',
  stack: '',
  causes: [],
}

function sendReport({ url }: Site, address: string, body = JSON.stringify(report)): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: url, 'x-forwarded-for': address }
  return fetch(`${url}/api/errors`, { method: 'POST', headers, body })
}

test('bad reports do not silence the good ones of their address, however many they are', async () => {
  const bad = ['{', '[]', JSON.stringify({ ...report, reference: 'x' })]
  for (let number = 0; number <= reportsAllowed; number++) {
    const body = bad[number % bad.length]
    expect((await sendReport(proxied, '198.51.100.20', body)).status).toBe(400)
  }
  expect((await sendReport(proxied, '198.51.100.20')).status).toBe(204)
})

test('a flood of reports is turned away until later: one IPv6 subscriber counts as one', async () => {
  const statuses: number[] = []
  for (let number = 0; number <= reportsAllowed; number++)
    statuses.push((await sendReport(proxied, `2001:db8:1:2:${number}::1`)).status)
  expect(statuses).toEqual([...Array<number>(reportsAllowed).fill(204), 429])
  const refused = await sendReport(proxied, '2001:db8:1:2::1')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await sendReport(proxied, '2001:db8:1:3::1')).status).toBe(204)
})
