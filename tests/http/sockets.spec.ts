/** What strangers may send, and what it costs: the limits of `lib/server/front`. */
import { existsSync, readdirSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, siteTest as test } from '../support/fixtures'
import { watchLog } from '../support/log'
import { answerTo, connectRaw, get, statusOf } from '../support/requests'
import type { Site } from '../support/site'

/** Everything the site logged during this work, and shortly after its last response. */
async function loggedBy(site: Site, work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const log = watchLog(site)
  await work()
  // Lines are in order, printed errors half a second late: after this marker nothing is missing.
  await new Promise((resolve) => setTimeout(resolve, 700))
  const marker = (await get(site, '/no/such/page/after/this')).headers.get('x-request-id')
  const isMarker = (record: Record<string, unknown>) => record.requestId === marker
  await expect.poll(() => log.records().some(isMarker)).toBe(true)
  return log.records().filter((record) => !isMarker(record))
}

/** Of each kind one: all are in `http/refusal`. */
const strange: [request: string, status: number, headers?: string[]][] = [
  ['TRACE /login', 405],
  ['GET *', 400],
  ['GET http://evil.example/terms', 400],
  ['GET /share/%ff', 400],
  ['HEAD /share/%ff', 400, ['User-Agent: Googlebot/2.1']],
  [`GET /login?${'a&'.repeat(7_000)}`, 414],
  ['GET /terms', 400, [`Host: 127.0.0.1`, 'Host: evil.example']],
  ...['/_global-error', '/_not-found', '/_error', '/404', '/500'].map((path): (typeof strange)[number] => [
    `GET ${path}`,
    404,
  ]),
  ['POST /terms', 405, ['Next-Action: 7f3bd2']],
  ['POST /nothing', 404, ['Next-Action: 7f3bd2']],
]

test('a request that nothing serves is refused, and is no error in the log', async ({ site }) => {
  const logged = await loggedBy(site, async () => {
    for (const [request, status, headers = []] of strange) {
      const answer = await answerTo(site, [`${request} HTTP/1.1`, ...headers])
      expect([request, statusOf(answer)]).toEqual([request, status])
      expect(answer).toContain('nosniff')
      expect(answer).toMatch(/cache-control: private, [^\r]*no-store/i)
    }
  })
  expect(logged.filter(({ level }) => level !== 'info')).toEqual([])
  for (const record of logged) expect(record).toMatchObject({ event: 'route.unknown', status: 404 })
  expect(logged.map(({ path }) => path)).toContain('/_global-error')
})

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

test('a client that disconnects while sending is no error, and the log says where', async ({ site }) => {
  const logged = await loggedBy(site, async () => {
    for (const path of ['/login', '/', '/nothing', '/api/errors', '/api/session']) {
      const head = [`POST ${path} HTTP/1.1`, 'Content-Type: application/json', 'Content-Length: 5000']
      const socket = connectRaw(site, [...head, `traceparent: ${traceparent}`])
      await new Promise((resolve) => socket.write('{"a":', resolve))
      await (await get(site, '/api/health')).text()
      socket.destroy()
    }
    await expect.poll(() => site.records().some(({ event }) => event === 'request.aborted')).toBe(true)
  })
  expect(logged.filter(({ level }) => level !== 'info')).toEqual([])
  expect(logged.filter(({ event }) => event === 'request.aborted')).toEqual([
    expect.objectContaining({
      path: '/api/errors',
      method: 'POST',
      status: null,
      reason: 'ECONNRESET',
      traceparent,
    }),
  ])
})

const stalled: [request: string, status: number][] = [
  ['POST /login', 303],
  ['POST /', 405],
  ['POST /no/such/page', 404],
  ['GET /login', 413],
  ['POST /api/errors', 413],
  ['POST /api/session', 413],
  ['PUT /api/notes/3f0c2f4e-7a6b-4d7c-9f1e-0a1b2c3d4e5f', 413],
]

test('ten megabytes that never come are answered, and the connection is closed', async ({ site }) => {
  const answers = await Promise.all(
    stalled.map(([request]) => text(connectRaw(site, [`${request} HTTP/1.1`, 'Content-Length: 10485760']))),
  )
  expect(stalled.map(([request], place) => [request, statusOf(answers[place] ?? '')])).toEqual(stalled)
  for (const [place, [, status]] of stalled.entries())
    if (status === 413) expect(answers[place]).toContain('{"code":"body-too-large"}')
})

test('an endpoint that reads no body does not wait for one', async ({ site }) => {
  const head = ['DELETE /api/session HTTP/1.1', 'Content-Length: 60000']
  expect(statusOf(await text(connectRaw(site, head)))).toBe(204)
})

test('strangers can’t create images, which would stay on the disk', async ({ site }) => {
  const folder = '.next/cache/images'
  const kept = () => (existsSync(folder) ? readdirSync(folder) : [])
  const before = kept()
  for (let number = 0; number < 5; number++) {
    const address = encodeURIComponent(`/favicon.ico#${number}`)
    expect((await get(site, `/_next/image?url=${address}&w=640&q=75`)).status).toBe(404)
  }
  expect(kept()).toEqual(before)
})
