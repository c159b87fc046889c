/** What is too long is refused or cut before Next reads it; what that costs in `npm run measure -- shapes`. */
import { expect, test } from 'vitest'
import { refusalOf } from '@/lib/server/front/refusal'

function statusOf(method: string, url: string): number | null {
  const host = 'www.example.com'
  const request = { method, url, headers: { host }, headersDistinct: { host: [host] } }
  return refusalOf(request, { isEmulated: false, isDevelopment: false, maxBodyBytes: 0 })?.status ?? null
}

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
