import { expect, test } from 'vitest'
import { routeRules } from '@/lib/builds/route-rules'
import { type Page, pages } from '@/lib/site/pages'

test('the site’s route table is valid', () => {
  expect(Object.keys(routeRules())).toHaveLength(pages.length)
})

test('an unknown guard is named with its page and the known guards', () => {
  const mistaken = { ...pages[1], guard: 'admin' } as unknown as Page
  expect(() => routeRules([mistaken])).toThrow(
    "The page 'login' has an unknown guard: 'admin'. Known guards: none, session, signed-out",
  )
})

test('only the pages of signed-in users need a session', () => {
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
