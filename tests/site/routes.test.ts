import { expect, test } from 'vitest'
import { endpointMethods } from '@/lib/site/endpoints'
import { pages } from '@/lib/site/pages'
import { isKnownPath, needsSession, pageAt } from '@/lib/site/paths'
import { isStaticPage, routes } from '@/lib/site/routes'

const pageCases: [path: string, page: string | null][] = [
  ['/', 'index'],
  ['/login', 'login'],
  ['/terms', 'terms'],
  ['/contact', 'contact'],
  ['/privacy', 'privacy'],
  ['/app', 'app'],
  ['/auth/success', 'auth-success'],
  ['/debug-config', 'debug-config'],
  ['/share/0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e', 'share-uuid'],
  ['/auth/silent-refresh', 'auth-silent-refresh'],
  ['/auth/action', 'auth-action'],
  ['/%61pp', 'app'],
  ['/%2561pp', 'app'],
  ['/auth%2Fsuccess', 'auth-success'],
  ['/share/100%25', null],
  ['/share/not-a-uuid', null],
  ['/share/0b8d7c1e2f3a4b5c8d9e0f1a2b3c4d5e6f70', null],
  ['/share/0B8D7C1E-2F3A-4B5C-8D9E-0F1A2B3C4D5E', 'share-uuid'],
  ['/share/0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e/more', null],
  ['', null],
  ['//', null],
  ['/App', null],
  ['/app/', null],
  ['/app/settings', null],
  ['/share', null],
  ['/share/', null],
  ['/share/a/b', null],
  ['/share/a%2Fb', null],
  ['/auth', null],
  ['/%', null],
  ['/app%', null],
  ['/index', null],
  ['/__proto__', null],
  ['/api/session', null],
]

test.each(pageCases)('the page at %j is %s', (path, page) => {
  expect(pageAt(path)?.name ?? null).toBe(page)
})

test('the site map has the pages of the specification, then ours, each at its own path', () => {
  expect(pages.map(({ name }) => name)).toEqual([
    'index',
    'login',
    'terms',
    'contact',
    'privacy',
    'app',
    'auth-success',
    'debug-config',
    'share-uuid',
    'auth-silent-refresh',
    'account',
    'new-note',
    'trash',
    'note',
    'auth-action',
  ])
  expect(new Set(pages.map(({ pattern }) => pattern)).size).toBe(pages.length)
})

test('endpoints are known, though they are no pages', () => {
  for (const [pattern] of endpointMethods()) {
    const endpoint = pattern.replace(/\{.*\}/, 'some-id')
    expect(isKnownPath(endpoint)).toBe(true)
    expect(pageAt(endpoint)).toBeNull()
  }
  expect(isKnownPath('/api')).toBe(false)
  expect(isKnownPath('/api/session/nothing')).toBe(false)
  expect(isKnownPath('/wp-login.php')).toBe(false)
})

const guardCases: [path: string, needed: boolean][] = [
  ['/app', true],
  ['/app/', true],
  ['/app/settings/devices', true],
  ['/share/0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e', true],
  ['/share/abc', false],
  ['/share/abc/comments', false],
  ['/share/0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e/', true],
  ['/share/0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e/comments', true],
  ['/%61pp', true],
  ['/app%2Fsettings', true],
  ['/%2561pp', true],
  ['/share%2F0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e', true],
  ['/', false],
  ['/apple', false],
  ['/app.txt', false],
  ['/share', false],
  ['/share/', false],
  ['/shared/abc', false],
  ['/login', false],
  ['/terms', false],
  ['/contact', false],
  ['/privacy', false],
  ['/auth/silent-refresh', false],
  ['/auth/action', false],
  ['/api/session', false],
  ['/terms/app', false],
  ['/%', false],
]

test.each(guardCases)('%j needs a session: %s', (path, needed) => {
  expect(needsSession(path)).toBe(needed)
})

test('every page that is guarded needs a session, and no other', () => {
  for (const { pattern, guard } of pages) {
    expect(needsSession(pattern.replace('{uuid}', '0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e')), pattern).toBe(
      guard === 'session',
    )
  }
})

test('a share link is one path segment, whatever the id holds', () => {
  expect(routes.share('a/../b?c#d')).toBe('/share/a%2F..%2Fb%3Fc%23d')
  expect(new URL(routes.share('a?b'), 'https://foyer.example').search).toBe('')
})

test('links know the same static pages as the table', () => {
  for (const { pattern, rendering } of pages)
    expect(isStaticPage(pattern), pattern).toBe(rendering === 'static')
})
