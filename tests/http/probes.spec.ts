import { expect, siteTest as test } from '../support/fixtures'
import { apiHeaders, get, headersOf } from '../support/requests'

const probes = [
  ['/api/health', { status: 'alive' }],
  ['/api/ready', { status: 'ready' }],
] as const

for (const [path, body] of probes) {
  test(`${path} answers everyone, sets nothing, and is never cached`, async ({ site }) => {
    for (const agent of ['kube-probe/1.31', 'Googlebot/2.1', 'curl/8.5.0', '']) {
      const response = await get(site, path, { 'user-agent': agent })
      expect([response.status, await response.json()], agent).toEqual([200, body])
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(headersOf(response)).toEqual(apiHeaders)
    }
    const head = await fetch(site.url + path, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await fetch(site.url + path, { method: 'POST' })).status).toBe(405)
  })
}
