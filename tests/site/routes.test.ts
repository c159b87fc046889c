import { expect, test } from 'vitest'
import { endpointMethods } from '@/lib/site/endpoints'
import { pages } from '@/lib/site/pages'
import { isKnownPath, needsSession, pageAt } from '@/lib/site/paths'
import { isStaticPage } from '@/lib/site/routes'

const uuid = '0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e'

test.each<[page: string | null, paths: string[]]>([
  ['index', ['/']],
  ['login', ['/login']],
  ['terms', ['/terms']],
  ['contact', ['/contact']],
  ['privacy', ['/privacy']],
  ['app', ['/app', '/%61pp', '/%2561pp']],
  ['auth-success', ['/auth/success', '/auth%2Fsuccess']],
  ['debug-config', ['/debug-config']],
  ['auth-silent-refresh', ['/auth/silent-refresh']],
  ['auth-action', ['/auth/action']],
  [
    null,
    ['/share/100%25', '/share/not-a-uuid', `/share/${uuid.replaceAll('-', '')}6f70`, `/share/${uuid}/more`],
  ],
  [
    null,
    ['', '//', '/App', '/app/', '/app/settings', '/share', '/share/', '/share/a/b', '/share/a%2Fb', '/auth'],
  ],
  [null, ['/%', '/app%', '/index', '/__proto__', '/api/session']],
])('%s is the page at each of %j', (page, paths) => {
  for (const path of paths) expect(pageAt(path)?.name ?? null, path).toBe(page)
})

test('the site map has the pages of the specification, and each page its own name and path', () => {
  const names = pages.map(({ name }) => name)
  const specified = 'index login terms contact privacy app auth-success debug-config auth-silent-refresh'
  expect(names).toEqual(expect.arrayContaining(specified.split(' ')))
  for (const own of [names, pages.map(({ pattern }) => pattern)]) expect(new Set(own).size).toBe(pages.length)
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

test.each<[needed: boolean, paths: string[]]>([
  [true, ['/app', '/app/', '/app/settings/devices', '/%61pp', '/app%2Fsettings', '/%2561pp']],
  [
    false,
    [
      '/',
      '/apple',
      '/app.txt',
      '/login',
      '/auth/silent-refresh',
      '/auth/action',
      '/api/session',
      '/terms',
      '/contact',
      '/privacy',
      '/terms/app',
    ],
  ],
  [false, ['/share', '/share/', '/share/abc', '/share/abc/comments', '/shared/abc', '/%']],
])('needing a session is %s for each of %j', (needed, paths) => {
  for (const path of paths) expect(needsSession(path), path).toBe(needed)
})

test('every page that is guarded needs a session, and no other', () => {
  for (const { pattern, guard } of pages)
    expect(needsSession(pattern.replace('{uuid}', uuid)), pattern).toBe(guard === 'session')
})

test('links know the same static pages as the table', () => {
  for (const { pattern, rendering } of pages)
    expect(isStaticPage(pattern), pattern).toBe(rendering === 'static')
})
