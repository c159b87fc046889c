/** Redirects of addresses that email programs, people and browsers have changed. */
import { describe, expect, test } from 'vitest'
import { findRedirect } from '@/lib/server/guard/redirects'

/** The status and path of a request's redirect. */
function redirectOf(request: string): string | null {
  const [method = '', path = ''] = request.split(' ')
  const redirect = findRedirect({ method, url: `https://www.example.com${path}` })
  return redirect && `${redirect.status} ${redirect.path}`
}

const shared = '/share/0190a1b2-C3D4-7e5f-8a9b-0c1d2e3f4a5b'
const punctuation =
  '. ) %3E %E2%80%8B , ). ! %22 %E2%80%9D * ] %60 %20 ; %E3%80%82 %C2%A0 %EF%BB%BF %25E2%2580%258B'.split(' ')

describe('a share link that a sentence ended leads to the note', () => {
  test.each(punctuation)('without %s', (rest) => {
    expect(redirectOf(`GET ${shared}${rest}`)).toBe(`307 ${shared}`)
  })

  test.each([`POST ${shared}.`, ...['', '?x=.', 'a', '.a', '/'].map((rest) => `GET ${shared}${rest}`)])(
    '%s stays',
    (request) => expect(redirectOf(request)).toBeNull(),
  )

  test('with its query', () => {
    expect(redirectOf(`HEAD ${shared}%E2%80%8B).`)).toBe(`307 ${shared}`)
    expect(redirectOf(`GET ${shared}.?utm_source=a&b=.`)).toBe(`307 ${shared}?utm_source=a&b=.`)
  })
})

test.each([
  ['POST /login?next=%2Fterms&next=//evil.example', '303 /login?next=%2Fterms&notice=not-sent'],
  ['POST /login?mode=create&next=%2Fterms', '303 /login?mode=create&next=%2Fterms&notice=not-sent'],
  ['GET /login?next=%2Fterms', null],
])('a form that a browser sent by itself leads back to the form, unread: %s', (request, target) => {
  expect(redirectOf(request)).toBe(target)
})

test.each([
  ['/auth/action?mode=signIn&amp;oobCode=a&amp;apiKey=b', '307 /auth/action?mode=signIn&oobCode=a&apiKey=b'],
  ['/auth/action?mode=a&amp%3BoobCode=a&AMP;amp;lang=en', '307 /auth/action?mode=a&oobCode=a&lang=en'],
  ['//evil.example?a&amp;b', null],
  ['//evil.example/login?a&amp;b', null],
  ['/app?search=a%26amp;b&deleted=1', null],
])('%s, from an email program, leads to %s', (path, target) => {
  expect(redirectOf(`GET ${path}`)).toBe(target)
})
