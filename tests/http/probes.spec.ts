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

test('three hundred probes are not limited, and are not in the log', async ({ site }) => {
  const asked: (string | null)[] = []
  for (let round = 0; round < 15; round++) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(site, '/api/ready')))
    for (const { status, headers } of answers) {
      expect(status).toBe(200)
      asked.push(headers.get('x-request-id'))
    }
  }
  expect(new Set(asked).size).toBe(300)
  // Lines leave in order: once a later request has its line, these would have theirs. Sums of earlier tests may come at any time.
  const refused = await fetch(`${site.url}/api/session`, {
    method: 'DELETE',
    headers: { origin: 'https://x.example' },
  })
  const ids = () => site.records().map(({ requestId }) => requestId)
  await expect.poll(ids).toContain(refused.headers.get('x-request-id'))
  expect(ids().filter((id) => asked.includes(String(id)))).toEqual([])
})
