import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FreshToken, syncToken, type TokenPost } from '@/lib/browser/token-sync'

const settings = { url: '/api/session', maxAgeSeconds: 300 }
const send = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://foyer.example' })
  vi.stubGlobal('fetch', send.mockReset())
})

afterEach(() => vi.unstubAllGlobals())

let tokens = 0

/** A token nobody has posted yet. */
function newToken(): FreshToken {
  tokens += 1
  return { idToken: `token-${tokens}`, issuedAt: Date.now() / 1000 }
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

test('a token that was turned away for now may be posted again, one that was taken is not', async () => {
  const token = newToken()
  send
    .mockResolvedValueOnce(answer(429, 'rate-limited'))
    .mockResolvedValueOnce(new Response(null, { status: 204 }))
  expect(await post(token)).toMatchObject({ status: 'limited' })
  expect(await post(token)).toEqual({ status: 'opened' })
  expect(await post(token)).toEqual({ status: 'opened' })
  expect(send).toHaveBeenCalledTimes(2)
})

test('an account that no cookie holds is not taken for a fault that passes', async () => {
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
  expect(await post(newToken())).toEqual({ status: meaning, code })
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
