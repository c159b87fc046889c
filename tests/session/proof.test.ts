/** A proof of an address goes with the next request for a session, and stays until the server has judged it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepProof, keptProof } from '@/lib/browser/session/proof'
import { syncToken } from '@/lib/browser/session/sign-in'
import { forgetPersonal } from '@/lib/browser/site-data'
import { addressProofHeader, newUserHeader } from '@/lib/session/address-proof'
import { renewalHeader } from '@/lib/session/renewal'

const settings = { url: '/api/session', maxAgeSeconds: 300 }
const send = vi.fn<typeof fetch>()

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('localStorage', { removeItem: () => undefined })
  vi.stubGlobal('location', { origin: 'https://foyer.example' })
  vi.stubGlobal('fetch', send.mockReset())
})

afterEach(() => {
  vi.unstubAllGlobals()
})

let tokens = 0

/** Posts a new token, and returns the headers that were sent. */
async function post(purpose: 'sign-in' | 'renewal' = 'sign-in', isNewUser = false): Promise<Headers> {
  tokens += 1
  const token = { idToken: `proof-token-${tokens}`, receivedAt: performance.now() }
  await syncToken({ token: { ...token, ...(isNewUser && { isNewUser }) }, settings, purpose })
  return new Headers(send.mock.calls.at(-1)?.[1]?.headers)
}

const answer = (status: number) =>
  status === 204
    ? new Response(null, { status })
    : Response.json({ code: 'any', customToken: null }, { status })

test.each([
  ['sign-in', 204, false],
  ['renewal', 204, false],
  ['sign-in', 409, false],
  ['renewal', 409, false],
  ['sign-in', 401, true],
  ['sign-in', 429, true],
  ['sign-in', 503, true],
] as const)('a %s sends the proof; after %i it is kept: %s', async (purpose, status, isKept) => {
  send.mockImplementation(async () => answer(status))
  keepProof('the-proof')
  const headers = await post(purpose)
  expect(headers.get(addressProofHeader)).toBe('the-proof')
  expect(headers.has(renewalHeader)).toBe(purpose === 'renewal')
  expect((await post()).get(addressProofHeader)).toBe(isKept ? 'the-proof' : null)
})

test('a proof stays if there is no response', async () => {
  send.mockRejectedValue(new TypeError('Failed to fetch'))
  keepProof('the-proof')
  await post()
  expect(keptProof()).toBe('the-proof')
})

test('a sign-out forgets the proof', () => {
  keepProof('the-proof')
  forgetPersonal()
  expect(keptProof()).toBeNull()
})

test.each([true, false])('a sign-in that created the account says so: %s', async (isNewUser) => {
  send.mockImplementation(async () => answer(204))
  expect((await post('sign-in', isNewUser)).has(newUserHeader)).toBe(isNewUser)
})

test('a browser that refuses storage signs in without a proof', async () => {
  send.mockImplementation(async () => answer(204))
  vi.stubGlobal('sessionStorage', null)
  keepProof('the-proof')
  expect((await post()).has(addressProofHeader)).toBe(false)
})
