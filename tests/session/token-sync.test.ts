import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FreshToken } from '@/lib/browser/identity/firebase'
import { closeSession } from '@/lib/browser/session/ending'
import { syncToken, type TokenPost } from '@/lib/browser/session/sign-in'

const settings = { url: '/api/session', maxAgeSeconds: 300 }
const send = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://foyer.example' })
  vi.stubGlobal('fetch', send.mockReset())
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let tokens = 0

/** A token that hasn't been posted. */
function newToken(): FreshToken {
  tokens += 1
  return { idToken: `token-${tokens}`, receivedAt: performance.now() }
}

const post = (token: FreshToken, purpose: TokenPost['purpose'] = 'sign-in') =>
  syncToken({ token, settings, purpose })

const answer = (status: number, code: string, headers: HeadersInit = {}) =>
  Response.json({ code }, { status, headers })

const waits: [header: string | null, seconds: number | null][] = [
  ['240', 240],
  ['0', 0],
  [null, null],
  ['', null],
  ['soon', null],
  ['-5', null],
  ['Wed, 21 Oct 2026 07:28:00 GMT', null],
]

test.each(waits)('429 with Retry-After %s: %s seconds to wait', async (header, seconds) => {
  send.mockResolvedValue(answer(429, 'rate-limited', header === null ? {} : { 'retry-after': header }))
  expect(await post(newToken())).toEqual({ status: 'limited', retryAfterSeconds: seconds })
})

test('a token that was refused for now may be posted again, one that was accepted is not', async () => {
  const token = newToken()
  send
    .mockResolvedValueOnce(answer(429, 'rate-limited'))
    .mockResolvedValueOnce(new Response(null, { status: 204 }))
  expect(await post(token)).toMatchObject({ status: 'limited' })
  expect(await post(token)).toEqual({ status: 'opened' })
  expect(await post(token)).toEqual({ status: 'opened' })
  expect(send).toHaveBeenCalledTimes(2)
})

test('an account too large for a cookie is a permanent fault', async () => {
  send.mockResolvedValue(answer(500, 'cookie-too-large'))
  expect(await post(newToken())).toEqual({ status: 'too-large' })
})

test.each([
  [401, 'session-revoked', 'refused'],
  [403, 'cross-site', 'refused'],
  [500, 'anything', 'unavailable'],
  [503, 'database-unavailable', 'unavailable'],
])('%i %s is %s', async (status, code, meaning) => {
  send.mockResolvedValue(answer(status, code))
  const wait = meaning === 'unavailable' ? { retryAfterSeconds: null } : {}
  expect(await post(newToken())).toEqual({ status: meaning, code, ...wait })
})

test.each([
  ['sign-in', false],
  ['renewal', true],
] as const)('a %s says whether it is a renewal: %s', async (purpose, isMarked) => {
  send.mockResolvedValue(new Response(null, { status: 204 }))
  const token = newToken()
  expect(await post(token, purpose)).toEqual({ status: 'opened' })
  const headers = new Headers(send.mock.calls[0]?.[1]?.headers)
  expect(headers.has('x-foyer-renewal')).toBe(isMarked)
  expect(headers.get('authorization')).toBe(`Bearer ${token.idToken}`)
})

test.each([
  { age: 299, limit: 300, status: 'opened' },
  { age: 300, limit: 300, status: 'too-old' },
  { age: 59, limit: 60, status: 'opened' },
  { age: 60, limit: 60, status: 'too-old' },
])('a token that came $age s ago, with a limit of $limit s: $status', async ({ age, limit, status }) => {
  vi.useFakeTimers({ toFake: ['performance'] })
  send.mockResolvedValue(new Response(null, { status: 204 }))
  const token = newToken()
  vi.advanceTimersByTime(age * 1000)
  const limited = { ...settings, maxAgeSeconds: limit }
  expect(await syncToken({ token, settings: limited, purpose: 'sign-in' })).toEqual({ status })
  expect(send).toHaveBeenCalledTimes(status === 'opened' ? 1 : 0)
})

test.each([
  ['six minutes ahead', 6 * 60],
  ['a day ahead', 86_400],
  ['a day behind', -86_400],
])('a token is posted by a clock that turns out to be %s', async (_, aheadSeconds) => {
  const token = newToken()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadSeconds * 1000 })
  send.mockResolvedValue(new Response(null, { status: 204 }))
  expect(await post(token)).toEqual({ status: 'opened' })
})

test.each([
  'https://evil.example/api/session',
  'https://foyer.example.evil.example/api/session',
  'http://foyer.example/api/session',
  '//evil.example/api/session',
])('%s is not of this origin, and never sees a token', async (url) => {
  const foreign = { ...settings, url }
  expect(await syncToken({ token: newToken(), settings: foreign, purpose: 'sign-in' })).toEqual({
    status: 'off',
  })
  await closeSession(foreign)
  expect(send).not.toHaveBeenCalled()
})

test.each(['/elsewhere', 'https://foyer.example/elsewhere'])(
  '%s is asked where it is configured',
  async (url) => {
    send.mockResolvedValue(new Response(null, { status: 204 }))
    const configured = { ...settings, url }
    await syncToken({ token: newToken(), settings: configured, purpose: 'sign-in' })
    await closeSession(configured)
    expect(send.mock.calls.map(([target, init]) => [init?.method, target])).toEqual([
      ['POST', 'https://foyer.example/elsewhere'],
      ['DELETE', 'https://foyer.example/elsewhere'],
    ])
  },
)
