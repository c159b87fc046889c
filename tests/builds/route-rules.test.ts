import { expect, test } from 'vitest'
import { routeRules } from '@/lib/builds/route-rules'
import { type Page, pages } from '@/lib/site/pages'

test('the table of the site is one that can be built', () => {
  expect(Object.keys(routeRules())).toHaveLength(pages.length)
})

test('a guard that nobody knows is named, with its page and the guards there are', () => {
  const mistaken = { ...pages[1], guard: 'admin' } as unknown as Page
  expect(() => routeRules([mistaken])).toThrow(
    "The page 'login' has an unknown guard: 'admin'. Known guards: none, session, signed-out",
  )
})

test('pages below a session, and no others, need one', () => {
  const needing = Object.entries(routeRules()).filter(([, { needsSession }]) => needsSession)
  expect(needing.map(([pattern]) => pattern)).toEqual([
    '/app',
    '/share/{uuid}',
    '/app/account',
    '/app/new',
    '/app/trash',
    '/app/{uuid}',
  ])
})
