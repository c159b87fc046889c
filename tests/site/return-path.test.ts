import { expect, test } from 'vitest'
import { safeReturnPath } from '@/lib/site/return-path'
import { routes } from '@/lib/site/routes'

const origin = 'https://foyer.example'
const control = (code: number) => String.fromCharCode(code)

const unchanged = [
  '/',
  '/app',
  '/terms',
  '/app/account?view=compact&tag=a%20b',
  '/app?next=//evil.example',
  '/app#top',
  '/contact?subject=1#form',
  '/debug-config?deep=%2F%2Fevil.example',
  `/app?search=${'%E6%BC%A2'.repeat(100)}`,
]

test.each(unchanged)('%s stays as it is', (path) => {
  expect(safeReturnPath(path)).toBe(path)
})

const normalized: [given: string, path: string][] = [
  ['/./app', '/app'],
  ['/terms/../app', '/app'],
  ['/share/%2e%2e/app', '/app'],
  ['/app?a b', '/app?a%20b'],
  ['/app#<script>', '/app#%3Cscript%3E'],
  ['/share/é', '/app'],
  ['/app?q=é', '/app?q=%C3%A9'],
]

test.each(normalized)('%s is normalized to %s', (given, path) => {
  expect(safeReturnPath(given)).toBe(path)
})

const refused: [attack: string, value: string][] = [
  ['two slashes', '//evil.example'],
  ['two slashes and one of our paths', '//evil.example/app'],
  ['three slashes', '///evil.example'],
  ['a backslash', '/\\evil.example'],
  ['backslashes', '\\\\evil.example'],
  ['a backslash in the middle', '/app\\..\\..\\evil.example'],
  ['encoded slashes', '/%2f%2fevil.example'],
  ['one encoded slash', '/%2Fevil.example'],
  ['an encoded backslash', '/%5cevil.example'],
  ['slashes encoded twice', '/%252f%252fevil.example'],
  ['a backslash encoded twice', '/%255cevil.example'],
  ['a backslash below a page', '/share/%5Cevil.example'],
  ['a backslash encoded twice below a page', '/share/%255Cevil.example'],
  ['a tab', '/\t/evil.example'],
  ['a line feed', '/\n/evil.example'],
  ['a carriage return', '/\r/evil.example'],
  ['a tab that a browser would leave out', '/ter\tms'],
  ['a line feed in the query', '/terms?a=\nb'],
  ['a header of its own', '/app\r\nSet-Cookie: a=b'],
  ['NUL', `/app${control(0)}`],
  ['DEL', `/app${control(127)}`],
  ['an encoded line feed', '/share/%0d%0aSet-Cookie'],
  ['an encoded NUL', '/share/%00'],
  ['a line feed encoded twice', '/share/%250a'],
  ['dot segments that leave two slashes', '/app/..//evil.example'],
  ['a dot that leaves two slashes', '/.//evil.example'],
  ['encoded dots that leave two slashes', '/app/%2e%2e//evil.example'],
  ['javascript:', 'javascript:alert(1)'],
  ['javascript: behind a slash', '/javascript:alert(1)'],
  ['data:', 'data:text/html,hello'],
  ['another origin', 'https://evil.example/app'],
  ['another origin without slashes', 'https:evil.example'],
  ['our own origin, spelled out', `${origin}/app`],
  ['a user and password', '//user:pass@evil.example'],
  ['an at sign', '/@evil.example'],
  ['a relative path', 'app'],
  ['a leading space', ' /app'],
  ['nothing', ''],
  ['a query alone', '?next=/app'],
  ['broken encoding', '/%'],
  ['broken encoding below a page', '/share/%zz'],
  ['overlong UTF-8', '/%c0%afevil.example'],
  ['the sign-in form', '/login'],
  ['the sign-in form with a query', '/login?next=/login'],
  ['the sign-in form, encoded', '/%6Cogin'],
  ['the sign-in form, encoded twice', '/%256Cogin'],
  ['the sign-in form by dot segments', '/app/../login'],
  ['the page after signing in', '/auth/success'],
  ['the silent refresh', '/auth/silent-refresh?next=/app'],
  ['the page of mailed links', '/auth/action?mode=signIn&oobCode=abc'],
  ['the silent refresh, encoded', '/auth%2fsilent-refresh'],
  ['an endpoint', '/api/session'],
  ['an unknown page', '/admin'],
  ['a folder of a page', '/share/'],
  ['too many characters', `/app?${'a'.repeat(1_900)}`],
  ['too many characters as a parameter', `/app?${'%41'.repeat(400)}`],
]

test.each(refused)('a return path with %s leads to the account page', (_attack, value) => {
  expect(safeReturnPath(value)).toBe(routes.app)
})

test.each(
  [undefined, null, 0, 7, true, [], ['/terms'], {}, { toString: () => '/terms' }].map((value) => [value]),
)('%j is no return path', (value) => {
  expect(safeReturnPath(value)).toBe(routes.app)
})
