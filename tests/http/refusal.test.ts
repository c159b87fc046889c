import { describe, expect, test } from 'vitest'
import { refusalOf } from '@/lib/server/front/refusal'

const here = { isEmulated: false, isDevelopment: false, maxBodyBytes: 600_000 }
const asked = (request: string, headers: Record<string, string> = {}) => {
  const [method = '', url = ''] = request.split(' ')
  const all = { host: 'www.example.com', ...headers }
  return { method, url, headers: all, headersDistinct: { host: [all.host] } }
}
const googlebot = { 'user-agent': 'Googlebot/2.1' }
const action = { 'next-action': '7f3bd2', 'content-length': '2' }

type Case = [request: string, headers: Record<string, string>, status: number | null, allow?: string]

/** Not UTF-8, cut off, no hexadecimal digits, or segments that browsers resolve before they send. */
const unreadable = [
  ...['%ff', '%', '%2', '%zz', '%c0%af', '%ed%a0%80', '..', '.', '%2e%2E', '.%2e', '%252e%252e'].flatMap(
    (part) =>
      ['', '/share', '/api/notes', '/builds/meta', '/__/auth', '/app', '/_next/static', '/no/such'].map(
        (folder) => `${folder}/${part}`,
      ),
  ),
  ...['/%ff/_payload.json', '/terms/%ff?x', '/a/../b', '/a/./b', '/a/..%2fb', '/a\\..\\b', '/%ff'],
]
const readable = ['/%25ff', '/%00', '/...', '/..;', '/a..b/.c', '/ä', '/%C3%A4', '/terms?next=%ff&a=/../']

const cases: Case[] = [
  ['GET /', {}, null],
  ['HEAD /login', {}, null],
  ['GET /no/such/page', {}, null],
  ['GET /no/such/page', googlebot, null],
  ['GET /login', { 'content-length': '0' }, null],
  ['POST /login', { 'content-length': '10000000' }, 303],
  ['POST /%6cogin', {}, 405, 'GET, HEAD'],
  ['POST /', action, 405, 'GET, HEAD'],
  ['POST /app', action, 405, 'GET, HEAD'],
  ['POST /app/below', {}, 405, 'GET, HEAD'],
  ['TRACE /login', {}, 405, 'GET, HEAD'],
  ['OPTIONS /terms', {}, 405, 'GET, HEAD'],
  ['POST /favicon.ico', {}, 405, 'GET, HEAD'],
  ['PUT /icon.svg', {}, 405, 'GET, HEAD'],
  ['DELETE /_next/static/chunks/main.js', {}, 405, 'GET, HEAD'],
  ['POST /no/such/page', action, 404],
  ['POST /_next/image', {}, 404],
  ['GET *', {}, 400],
  ['OPTIONS *', {}, 400],
  ['GET http://www.example.com/', {}, 400],
  ['GET http://evil.example/', {}, 400],
  ['GET /terms', { 'content-length': '1' }, 413],
  ['GET /api/config', { 'transfer-encoding': 'chunked' }, 413],
  ['GET /api/session', {}, null],
  ['HEAD /api/session', {}, null],
  ['OPTIONS /api/session', {}, null],
  ['POST /api/session', {}, null],
  ['POST /api/session', { 'content-length': '600001' }, 413],
  ['DELETE /api/sessions/some-id', { 'content-length': '600000' }, null],
  ['DELETE /api/sessions/some-id', { 'transfer-encoding': 'chunked' }, null],
  ['PATCH /api/sessions/some-id', {}, 405, 'DELETE, OPTIONS'],
  ['TRACE /api/session', {}, 405, 'DELETE, GET, HEAD, OPTIONS, POST'],
  ['POST /builds/latest.json', {}, 405, 'GET, HEAD, OPTIONS'],
  // Next would take it through the middleware, and keep its body.
  ['POST /%61pi/session', {}, 404],
  ['POST /api/../login', {}, 400],
  ['POST /api/nothing', {}, 404],
  ['GET /api/nothing', {}, null],
  ...unreadable.map((path): Case => [`GET ${path}`, {}, 400]),
  ...readable.map((path): Case => [`GET ${path}`, {}, null]),
  ['GET /', { host: 'a b/' }, 400],
  ['GET /', { host: 'evil.example/path' }, 400],
  ['GET /', { host: 'user@evil.example' }, 400],
  ['GET /', { host: '[::1]:3000' }, null],
  ['GET /', { host: '' }, null],
]

describe('a request that nobody serves is answered before Next sees it', () => {
  test.each(cases)('%s %j: %s', (request, headers, status, allow) => {
    const refusal = refusalOf(asked(request, headers), here)
    expect([refusal?.status ?? null, refusal?.headers?.allow]).toEqual([status, allow])
  })

  test('two hosts are refused, whichever of them is ours', () => {
    const host = ['www.example.com', 'evil.example']
    expect(refusalOf({ ...asked('GET /'), headersDistinct: { host } }, here)?.status).toBe(400)
  })

  test('the addresses of the tools of `next dev` are left to it, and pages are not', () => {
    const development = { ...here, isDevelopment: true }
    expect(refusalOf(asked('POST /__nextjs_original-stack-frames'), development)).toBeNull()
    expect(refusalOf(asked('POST /app'), development)?.status).toBe(405)
  })
})

describe('with the emulator only this machine is answered', () => {
  const emulated = { ...here, isEmulated: true }
  const own = ['localhost', 'LOCALHOST:3000', '127.0.0.1:3000', '127.1.2.3', '[::1]:3000', 'app.localhost:80']
  const others = [
    'www.example.com',
    '192.168.1.4:3000',
    'localhost.evil.example',
    'localhost.',
    '',
    '[::2]',
    'a b',
  ]

  test.each(own)('%s is this machine', (host) => {
    expect(refusalOf(asked('GET /', { host }), emulated)).toBeNull()
  })

  test.each(others)('host "%s" gets 421, whatever it requests', (host) => {
    for (const path of ['/', '/icon.svg', '/api/health', '/api/session'])
      for (const method of ['GET', 'POST', 'TRACE'])
        expect(refusalOf(asked(`${method} ${path}`, { host }), emulated)?.status).toBe(421)
  })

  test('no host at all, as in HTTP/1.0, is not this machine either', () => {
    const nowhere = { method: 'GET', url: '/', headers: {}, headersDistinct: {} }
    expect(refusalOf(nowhere, emulated)?.status).toBe(421)
    expect(refusalOf(nowhere, here)).toBeNull()
  })
})

/** What is too long is refused before Next reads it; what that costs in `npm run measure -- shapes`. */
const statusOf = (method: string, url: string) => refusalOf(asked(`${method} ${url}`), here)?.status ?? null

test.each([
  ['/', 2_048],
  ['/login?', 2_048],
  ['/api/health?', 2_048],
  ['/no/such/page?next=', 2_048],
  ['/auth/action?', 8_192],
  ['/__/auth/handler?', 8_192],
])('%s is refused when it is too long', (start, maxLength) => {
  const part = start.slice(start.indexOf('?') + 1)
  const ending = (length: number) => start + 'a'.repeat(length - part.length)
  expect(statusOf('GET', ending(maxLength))).toBeNull()
  expect(statusOf('GET', ending(maxLength + 1))).toBe(414)
  expect(statusOf('POST', ending(maxLength + 1))).toBe(414)
})

test.each(['/login', '/auth/action', '/__/auth/handler', '/no/such/page'])(
  '%s is refused with more than fifty parameters',
  (path) => {
    expect(statusOf('GET', `${path}?${'a&'.repeat(49)}`)).toBeNull()
    expect(statusOf('GET', `${path}?${'a&'.repeat(50)}`)).toBe(414)
  },
)

/** A search of 100 characters, in which every other address is nested. */
const search = `/app?search=${'%E6%BC%A2'.repeat(100)}`
const next = encodeURIComponent(search)
const signIn = encodeURIComponent(`https://www.example.com/login?mode=create&next=${next}`)
const key = `AIza${'k'.repeat(35)}`
const scopes = 'openid%20https%3A%2F%2Fwww.googleapis.com%2Fauth%2Fuserinfo.email%20'.repeat(20)

test.each([
  ['a search', search],
  ['a sign-in that returns to it', `/login?mode=create&next=${next}&notice=signed-out-everywhere`],
  ['a renewal', `/auth/silent-refresh?next=${next}&_rsc=1a2b3`],
  ['a visit from an ad', `/?gclid=${'g'.repeat(200)}&fbclid=${'f'.repeat(200)}&_gl=${'1*'.repeat(200)}`],
  [
    'a link in an email',
    `/auth/action?mode=signIn&oobCode=${'a'.repeat(800)}&apiKey=${key}&continueUrl=${signIn}&lang=pt-BR`,
  ],
  [
    'the way to a provider',
    `/__/auth/handler?apiKey=${key}&appName=%5BDEFAULT%5D&authType=signInViaRedirect&redirectUrl=${signIn}
&v=12.19.0&eventId=${'1'.repeat(40)}&providerId=microsoft.com&customParameters=%7B%7D&scopes=${scopes}`,
  ],
  [
    'the way back from it',
    `/__/auth/handler?state=${'s'.repeat(2_000)}&code=1.AXoA${'c'.repeat(1_800)}&session_state=${key}&scope=${scopes}`,
  ],
])('%s is not too long', (_, url) => {
  expect(statusOf('GET', url.replace('\n', ''))).toBeNull()
})
