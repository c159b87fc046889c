import { describe, expect, test } from 'vitest'
import { noteRoutes } from '@/lib/notes/routes'
import { findRedirect } from '@/lib/server/guard/redirects'
import { needsSession, pageAt } from '@/lib/site/paths'
import { safeReturnPath } from '@/lib/site/return-path'

const uuid = '0b8d7c1e-2f3a-4b5c-8d9e-0f1a2b3c4d5e'

test('a link leads to the page of the specification, in either case, and back after a sign-in', () => {
  for (const path of [`/share/${uuid}`, `/share/${uuid.toUpperCase()}`]) {
    expect(pageAt(path)?.name).toBe('share-uuid')
    expect(safeReturnPath(`${path}?view=compact&tag=a%20b`)).toBe(`${path}?view=compact&tag=a%20b`)
  }
  for (const path of [`/share/${uuid}`, `/share/${uuid}/`, `/share/${uuid}/comments`, `/share%2F${uuid}`])
    expect(needsSession(path), path).toBe(true)
})

test('a link is one path segment, whatever the id holds', () => {
  expect(noteRoutes.share('a/../b?c#d')).toBe('/share/a%2F..%2Fb%3Fc%23d')
  expect(new URL(noteRoutes.share('a?b'), 'https://foyer.example').search).toBe('')
})

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
