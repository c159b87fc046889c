/** Redirects of addresses that email programs, people and browsers have changed. */
import { expect, test } from 'vitest'
import { findRedirect } from '@/lib/server/guard/redirects'

/** The status and path of a request's redirect. */
function redirectOf(request: string): string | null {
  const [method = '', path = ''] = request.split(' ')
  const redirect = findRedirect({ method, url: `https://www.example.com${path}` })
  return redirect && `${redirect.status} ${redirect.path}`
}

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
