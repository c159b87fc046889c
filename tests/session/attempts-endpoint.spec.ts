/** What strangers can and can't report about sign-ins. */
import { expect, siteTest as test } from '../support/fixtures'
import { watchLog } from '../support/log-since'
import type { Site } from '../support/site'

type Sent = { body?: string; headers?: Record<string, string> }

const abandoned = { outcome: 'abandoned', method: 'password', cause: 'invalid-credential' }
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

function send(site: Site, { body = JSON.stringify(abandoned), headers = {} }: Sent = {}): Promise<Response> {
  return fetch(`${site.url}/api/session/attempts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url, 'user-agent': firefox, ...headers },
    body,
  })
}

test('a report is one line of method, cause and browser, with nothing that identifies a person', async ({
  site,
}) => {
  const log = watchLog(site)
  const body = JSON.stringify({ ...abandoned, userId: 'ada', email: 'ada@example.com' })
  const response = await send(site, {
    body,
    headers: { cookie: '__session=x', 'x-forwarded-for': '203.0.113.7' },
  })
  expect([response.status, await response.text()]).toEqual([204, ''])
  const lines = () => log.records().filter(({ event }) => String(event).startsWith('sign-in.'))
  await expect.poll(lines).toHaveLength(1)
  expect(lines()).toEqual([
    {
      level: 'info',
      time: expect.any(String),
      event: 'sign-in.abandoned',
      method: 'password',
      cause: 'invalid-credential',
      browser: 'Firefox 145',
    },
  ])
})

test('strangers can’t write text into the log: unknown causes and browsers have none', async ({ site }) => {
  const log = watchLog(site)
  const body = JSON.stringify({ ...abandoned, method: 'twitter', cause: 'OWNED by me' })
  await send(site, { body, headers: { 'user-agent': 'OWNED/1.2 by me' } })
  const lines = () => log.records().filter(({ method }) => method === 'twitter')
  await expect.poll(lines).toHaveLength(1)
  expect(lines()[0]).toMatchObject({ cause: 'unknown', browser: 'other' })
  expect(log.text()).not.toContain('OWNED')
})

const withChanges = (changes: object): Sent => ({ body: JSON.stringify({ ...abandoned, ...changes }) })

const refusals: [what: string, sent: Sent, status: number, code: string][] = [
  ['text that is no JSON', { body: 'x' }, 400, 'no-json'],
  ['an unknown method', withChanges({ method: 'x' }), 400, 'no-attempt'],
  ['an unknown outcome', withChanges({ outcome: 'x' }), 400, 'no-attempt'],
  ['an abandoned attempt without a cause', withChanges({ cause: undefined }), 400, 'no-attempt'],
  ['too much data', withChanges({ cause: 'x'.repeat(500) }), 413, 'body-too-large'],
  ['a report from elsewhere', { headers: { origin: 'https://evil.example' } }, 403, 'cross-site'],
]
for (const [what, sent, status, code] of refusals)
  test(`${what} is refused: ${status} ${code}`, async ({ site }) => {
    const response = await send(site, sent)
    expect([response.status, await response.json()]).toEqual([status, { code }])
  })
