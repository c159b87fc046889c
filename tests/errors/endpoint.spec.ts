import { expect, siteTest as test } from '../support/fixtures'
import type { Site } from '../support/site'

const report = {
  reference: '4f9c21ab-7e10',
  path: '/terms',
  rendered: false,
  name: 'TypeError',
  message: 'x is not a function',
  stack: 'TypeError: x is not a function\n    at draw (/_next/static/chunks/1a2b.js:1:2)',
  causes: [],
}

type Sent = { body?: string; headers?: Record<string, string> }

function send(site: Site, { body = JSON.stringify(report), headers = {} }: Sent = {}): Promise<Response> {
  return fetch(`${site.url}/api/errors`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url, ...headers },
    body,
  })
}

function reported(site: Site, reference: string) {
  return site.records().filter((record) => record.reference === reference)
}

test('a browser’s report is one record like the server’s', async ({ site }) => {
  const response = await send(site)
  expect(response.status).toBe(204)
  expect(response.headers.get('cache-control')).toContain('no-store')
  await expect.poll(() => reported(site, report.reference)).toHaveLength(1)
  const [record] = reported(site, report.reference)
  expect(record).toMatchObject({ level: 'error', event: 'error.thrown', place: 'browser', ...report })
  expect(record?.requestId).toBe(response.headers.get('x-request-id'))
})

test('what must not stand in the log is taken out here, whatever a browser sends', async ({ site }) => {
  const secret = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'
  const reference = '00000000-0001'
  const message = `no user ada@example.com with ${secret} at /auth/action?oobCode=SECRET\u001b[31m\n{"forged":true}`
  await send(site, { body: JSON.stringify({ ...report, reference, message, path: '/login?next=/kept-out' }) })
  await expect.poll(() => reported(site, reference)).toHaveLength(1)
  const line = JSON.stringify(reported(site, reference)[0])
  for (const word of ['ada@', 'eyJzdWIi', 'SECRET', 'kept-out', '\u001b']) expect(line).not.toContain(word)
  expect(site.records().some((record) => 'forged' in record)).toBe(false)
})

test('violations of a policy are warnings, but not those that extensions cause', async ({ site }) => {
  const violation = (blockedURL: string) => ({
    type: 'csp-violation',
    body: { documentURL: `${site.url}/terms?q=kept-out`, effectiveDirective: 'img-src', blockedURL },
  })
  const report = ['https://a.example/x.png', 'chrome-extension', 'https://b.example/y.png'].map(violation)
  const headers = { 'content-type': 'application/reports+json' }
  const { status } = await send(site, { headers, body: JSON.stringify(report) })
  const lines = () => site.records().filter(({ event }) => event === 'policy.violated')
  await expect.poll(lines).toHaveLength(2)
  expect(status).toBe(204)
  const expected = { level: 'warn', directive: 'img-src', path: '/terms' }
  expect(lines()).toMatchObject([
    { ...expected, blocked: 'https://a.example' },
    { ...expected, blocked: 'https://b.example' },
  ])
})

const changed = (changes: object): Sent => ({ body: JSON.stringify({ ...report, ...changes }) })

for (const { what, sent, answer } of [
  { what: 'text that is no JSON', sent: { body: 'x' }, answer: [400, 'no-json'] },
  { what: 'a list', sent: { body: '[]' }, answer: [400, 'no-report'] },
  { what: 'a made-up reference', sent: changed({ reference: 'x' }), answer: [400, 'no-report'] },
  { what: 'a URL as path', sent: changed({ path: 'https://x' }), answer: [400, 'no-report'] },
  {
    what: 'too many causes',
    sent: changed({ causes: Array(9).fill(report) }),
    answer: [400, 'no-report'],
  },
  { what: 'too much data', sent: changed({ stack: 'x'.repeat(70_000) }), answer: [413, 'body-too-large'] },
  {
    what: 'another origin',
    sent: { headers: { origin: 'https://evil.example' } },
    answer: [403, 'cross-site'],
  },
]) {
  test(`a report with ${what} is refused: ${answer}`, async ({ site }) => {
    const response = await send(site, sent)
    expect([response.status, (await response.json()).code]).toEqual(answer)
  })
}
