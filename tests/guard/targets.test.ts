/** Requests that lead elsewhere. */
import { describe, expect, test } from 'vitest'
import { findTarget } from '@/lib/server/guard/targets'

const site = 'https://www.example.com'

/** Where a request goes, without the site. */
function targetOf(request: string, headers: Record<string, string> = {}): string | null {
  const [method = '', path = ''] = request.split(' ')
  const asked = { method, url: site + path, headers: new Headers(headers) }
  const target = findTarget(asked, { isLocal: false, origin: site })
  return target && `${target.status} ${target.url.replace(site, '')}`
}

const shared = '/share/0190a1b2-C3D4-7e5f-8a9b-0c1d2e3f4a5b'
const punctuation =
  '. ) %3E %E2%80%8B , ). ! %22 %E2%80%9D * ] %60 %20 ; %E3%80%82 %C2%A0 %EF%BB%BF %25E2%2580%258B'.split(' ')

describe('a share link that a sentence ended leads to the note', () => {
  test.each(punctuation)('without %s', (rest) => {
    expect(targetOf(`GET ${shared}${rest}`)).toBe(`307 ${shared}`)
  })

  test.each([`POST ${shared}.`, ...['', '?x=.', 'a', '.a', '/'].map((rest) => `GET ${shared}${rest}`)])(
    '%s stays',
    (request) => expect(targetOf(request)).toBeNull(),
  )

  test('with its query', () => {
    expect(targetOf(`HEAD ${shared}%E2%80%8B).`)).toBe(`307 ${shared}`)
    expect(targetOf(`GET ${shared}.?utm_source=a&b=.`)).toBe(`307 ${shared}?utm_source=a&b=.`)
  })
})

test.each([
  ['POST /login?next=%2Fterms&next=//evil.example', '303 /login?next=%2Fterms&notice=not-sent'],
  ['POST /login?mode=create&next=%2Fterms', '303 /login?mode=create&next=%2Fterms&notice=not-sent'],
  ['GET /login?next=%2Fterms', null],
])('a form that a browser sent by itself leads back to the form, unread: %s', (request, target) => {
  expect(targetOf(request)).toBe(target)
})

test.each([
  ['/auth/action?mode=signIn&amp;oobCode=a&amp;apiKey=b', '307 /auth/action?mode=signIn&oobCode=a&apiKey=b'],
  ['/auth/action?mode=a&amp%3BoobCode=a&AMP;amp;lang=en', '307 /auth/action?mode=a&oobCode=a&lang=en'],
  ['//evil.example?a&amp;b', null],
  ['//evil.example/login?a&amp;b', null],
  ['/app?search=a%26amp;b&deleted=1', null],
])('%s, from an email program, leads to %s', (path, target) => {
  expect(targetOf(`GET ${path}`)).toBe(target)
})

const id = '3f0e3c44-1b1f-4a53-8d1c-0c9f2a5b7d10'
const navigation = { 'sec-fetch-dest': 'document' }

test.each<
  [request: string, origin: string | null, location: string | null, headers?: Record<string, string>]
>([
  ['GET /login', 'http://127.0.0.1:3000', 'http://localhost:3000/login'],
  ['GET /login', 'http://127.0.0.1:3000', 'http://localhost:3000/login', navigation],
  [
    'GET /login?next=%2Fapp&next=//evil.example',
    'http://127.0.0.1',
    'http://localhost/login?next=%2Fapp&next=//evil.example',
  ],
  [`GET /share/${id}?x=%ff`, 'https://127.0.0.1:8443', `https://localhost:8443/share/${id}?x=%ff`],
  ['GET /app', 'http://[::1]:3000', 'http://localhost:3000/app'],
  // There already, or elsewhere.
  ['GET /app', 'http://localhost:3000', null],
  ['GET /app', 'http://127.0.0.2:3000', null],
  ['GET /app', 'https://www.example.com', null],
  ['GET /app', null, null],
  // No page, or nothing that a person will see.
  ['GET //evil.example', 'http://127.0.0.1:3000', null],
  ['GET /no/such/page', 'http://127.0.0.1:3000', null],
  ['GET /app', 'http://127.0.0.1:3000', null, { 'sec-fetch-dest': 'empty' }],
  ['GET /app', 'http://127.0.0.1:3000', null, { 'sec-fetch-dest': 'iframe' }],
  ['OPTIONS /app', 'http://127.0.0.1:3000', null],
])('on this machine alone, %s at %s is redirected to %s', (request, origin, location, headers = {}) => {
  const [method = '', path = ''] = request.split(' ')
  const asked = { method, url: (origin ?? site) + path, headers: new Headers(headers) }
  const target = findTarget(asked, { isLocal: true, origin })
  expect(target).toEqual(location && { status: 307, url: location })
})
