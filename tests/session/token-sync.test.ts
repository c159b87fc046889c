import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FreshToken } from '@/lib/browser/identity/firebase'
import { closeSession } from '@/lib/browser/session/ending'
import { keepProof, keptProof, syncToken, type TokenPost } from '@/lib/browser/session/sign-in'
import { forgetPersonal } from '@/lib/browser/site-data'
import { addressProofHeader, createdHereHeader, renewalHeader } from '@/lib/session/address-proof'
import { createdHash } from '../support/requests'

const settings = { url: '/api/session', maxAgeSeconds: 300 }
const send = vi.fn<typeof fetch>()
const opened = { status: 'opened', wasPutBack: false }

beforeEach(() => {
  for (const name of ['sessionStorage', 'localStorage']) {
    const stored = new Map<string, string>()
    vi.stubGlobal(name, {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    })
  }
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
  return { idToken: `token-${tokens}`, providerUserId: 'ada', receivedAt: performance.now() }
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
  expect(await post(newToken())).toEqual({
    status: 'failed',
    code: 'session-limited',
    retryAfterSeconds: seconds,
  })
})

test.each([
  [401, 'session-revoked', { code: 'session-refused', refusal: 'session-revoked' }],
  [401, 'address-proof-needed', { code: 'address-proof-needed' }],
  [403, 'cross-site', { code: 'session-refused', refusal: 'cross-site' }],
  [500, 'anything', { code: 'session-unavailable', retryAfterSeconds: null }],
  [503, 'database-unavailable', { code: 'session-unavailable', retryAfterSeconds: null }],
  // Permanent: no session can hold this account.
  [500, 'cookie-too-large', { code: 'session-too-large' }],
])('%i %s is %j', async (status, code, meaning) => {
  send.mockResolvedValue(answer(status, code))
  expect(await post(newToken())).toEqual({ status: 'failed', ...meaning })
})

test.each([
  { age: 299, limit: 300, isPosted: true },
  { age: 300, limit: 300, isPosted: false },
  { age: 59, limit: 60, isPosted: true },
  { age: 60, limit: 60, isPosted: false },
])(
  'a token that came $age s ago, with a limit of $limit s, is posted: $isPosted',
  async ({ age, limit, isPosted }) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    send.mockResolvedValue(new Response(null, { status: 204 }))
    const token = newToken()
    vi.advanceTimersByTime(age * 1000)
    const limited = { ...settings, maxAgeSeconds: limit }
    const outcome = await syncToken({ token, settings: limited, purpose: 'sign-in' })
    expect(outcome).toEqual(isPosted ? opened : { status: 'failed', code: 'session-too-old' })
    expect(send).toHaveBeenCalledTimes(isPosted ? 1 : 0)
  },
)

test.each([
  ['six minutes ahead', 6 * 60],
  ['a day ahead', 86_400],
  ['a day behind', -86_400],
])('a token is posted by a clock that turns out to be %s', async (_, aheadSeconds) => {
  const token = newToken()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadSeconds * 1000 })
  send.mockResolvedValue(new Response(null, { status: 204 }))
  expect(await post(token)).toEqual(opened)
})

test.each([
  'https://evil.example/api/session',
  'https://foyer.example.evil.example/api/session',
  'http://foyer.example/api/session',
  '//evil.example/api/session',
])('%s is not of this origin, and never sees a token', async (url) => {
  const foreign = { ...settings, url }
  expect(await syncToken({ token: newToken(), settings: foreign, purpose: 'sign-in' })).toEqual({
    status: 'failed',
    code: 'session-off',
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

/** Posts a new token, and returns the headers that were sent. */
async function headersOf(purpose: TokenPost['purpose'] = 'sign-in', more: object = {}): Promise<Headers> {
  const token = newToken()
  await post({ ...token, ...more }, purpose)
  const headers = new Headers(send.mock.calls.at(-1)?.[1]?.headers)
  expect(headers.get('authorization')).toBe(`Bearer ${token.idToken}`)
  return headers
}

test.each([
  ['sign-in', 204, false],
  ['renewal', 204, false],
  ['sign-in', 409, false],
  ['renewal', 409, false],
  ['sign-in', 401, true],
  ['sign-in', 429, true],
  ['sign-in', 503, true],
] as const)(
  'a %s sends the proof of an address; after %i it is kept: %s',
  async (purpose, status, isKept) => {
    send.mockImplementation(async () =>
      status === 204 ? new Response(null, { status }) : answer(status, 'any'),
    )
    keepProof('the-proof')
    const headers = await headersOf(purpose)
    expect(headers.get(addressProofHeader)).toBe('the-proof')
    expect(headers.has(renewalHeader)).toBe(purpose === 'renewal')
    expect((await headersOf()).get(addressProofHeader)).toBe(isKept ? 'the-proof' : null)
  },
)

test('a proof stays if there is no response, and a sign-out forgets it', async () => {
  send.mockRejectedValue(new TypeError('Failed to fetch'))
  keepProof('the-proof')
  await headersOf()
  expect(keptProof()).toBe('the-proof')
  forgetPersonal()
  expect(keptProof()).toBeNull()
})

test('a browser names the last ten users that were created in it, also after a sign-out', async () => {
  send.mockImplementation(async () => new Response(null, { status: 204 }))
  expect((await headersOf()).has(createdHereHeader)).toBe(false)
  for (let n = 1; n <= 11; n++) await headersOf('sign-in', { isNewUser: true, providerUserId: `user-${n}` })
  forgetPersonal()
  const sent = (await headersOf()).get(createdHereHeader)?.split(',')
  expect(sent).toEqual(Array.from({ length: 10 }, (_, n) => createdHash(`user-${n + 2}`)))
})

test('a browser that refuses storage names the user that this sign-in has created', async () => {
  send.mockImplementation(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('localStorage', null)
  expect((await headersOf('sign-in', { isNewUser: true })).get(createdHereHeader)).toBe(createdHash('ada'))
})

test('a browser that refuses storage signs in without a proof', async () => {
  send.mockImplementation(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('sessionStorage', null)
  keepProof('the-proof')
  expect((await headersOf()).has(addressProofHeader)).toBe(false)
})
