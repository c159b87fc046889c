import { expect, test } from 'vitest'
import { routeRules } from '@/lib/builds/route-rules'
import { pages } from '@/lib/site/pages'
import type { Page } from '@/lib/site/room'

test('the site’s route table is valid, and only the pages of signed-in users need a session', () => {
  const rules = Object.entries(routeRules())
  expect(rules).toHaveLength(pages.length)
  const guarded = rules.filter(([, { needsSession }]) => needsSession).map(([pattern]) => pattern)
  expect(guarded).toEqual(expect.arrayContaining(['/app', '/app/account']))
  expect(guarded.every((pattern) => /^\/(app|share)(\/|$)/.test(pattern))).toBe(true)
})

test('an unknown guard in a route table is an error that names page and guards, and fails the build', () => {
  const guard = 'sessoin' as Page['guard']
  expect(() => routeRules([{ name: 'app', pattern: '/app', rendering: 'dynamic', guard }])).toThrow(
    "The page 'app' has an unknown guard: 'sessoin'. Known guards: none, session, signed-out",
  )
})
