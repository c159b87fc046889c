/** The guards in front of a real server; with Next behind them in `http/sockets`. */
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guardServer } from '@/lib/server/front/front'

let server: Server
const asked: string[] = []
let received: Record<string, unknown> = {}

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    received = request.headers
    response.end('from Next')
  })
  server.on('upgrade', () => asked.push('an upgrade'))
  guardServer(server, 1_000)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** All that the server says until it closes the connection. */
async function say(head: string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.end([...head, 'Host: 127.0.0.1', '', ''].join('\r\n'))
  return text(socket)
}

const upgrade = (name: string, ...more: string[]) => [
  'GET /terms HTTP/1.1',
  'Connection: Upgrade, HTTP2-Settings',
  `Upgrade: ${name}`,
  ...more,
]

test.each([
  ['a websocket', upgrade('websocket')],
  ['HTTP/2 without TLS', upgrade('h2c', 'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA')],
])('an upgrade to %s is answered as the plain request that it is', async (_, head) => {
  expect(await say(head)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*from Next/)
  expect(asked.splice(0)).toEqual(['GET /terms'])
})

test('listeners for upgrades that are added later get none', async () => {
  server.on('upgrade', () => asked.push('an upgrade'))
  expect(await say(upgrade('websocket'))).toContain('from Next')
  expect(asked.splice(0)).toEqual(['GET /terms'])
})

test('a refused request does not reach Next, and its body is not asked for', async () => {
  const answer = await say(['POST /app HTTP/1.1', 'Expect: 100-continue', 'Content-Length: 10000000'])
  expect(answer).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n[\s\S]*\r\nallow: GET, HEAD\r\n/i)
  expect(asked).toEqual([])
})

test('headers between parts of Next do not come from outside, and those of its router do', async () => {
  const internal = [
    ...[
      'x-middleware-prefetch',
      'x-middleware-subrequest',
      'x-middleware-rewrite',
      'x-nextjs-data',
      'x-invoke-path',
    ],
    ...[
      'x-matched-path',
      'x-now-route-matches',
      'x-prerender-revalidate',
      'next-resume',
      'x-next-cache-tags',
    ],
  ]
  const external = [
    'rsc',
    'next-router-prefetch',
    'next-url',
    'x-forwarded-host',
    'x-foyer-renewal',
    'purpose',
  ]
  await say(['GET / HTTP/1.1', ...[...internal, ...external].map((name) => `${name}: 1`)])
  expect(asked.splice(0)).toEqual(['GET /'])
  expect(Object.keys(received).sort()).toEqual(['host', ...external].sort())
})

test('a user agent reaches Next without what no browser sends behind 512 characters', async () => {
  for (const length of [512, 513, 15_000]) {
    await say(['GET / HTTP/1.1', `User-Agent: ${'a'.repeat(length)}`])
    expect(received['user-agent']).toBe('a'.repeat(512))
  }
  expect(asked.splice(0)).toHaveLength(3)
})

test('a CONNECT gets no tunnel', async () => {
  expect(await say(['CONNECT 127.0.0.1:1 HTTP/1.1'])).toBe('')
  expect(asked).toEqual([])
})

test('a request and its body have a minute, whatever Node does by default', () => {
  // Node looks for what is late every half minute.
  expect(server.requestTimeout + 30_000).toBeLessThanOrEqual(60_000)
  expect(server.headersTimeout).toBeLessThan(server.requestTimeout)
  expect(server.timeout).toBeGreaterThan(0)
  expect(server.maxRequestsPerSocket).toBeGreaterThan(0)
})
