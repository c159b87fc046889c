/** Times follow the site's clock, as a visitor's own may be hours or days off. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeRelativeTime } from '@/lib/time/relative-time'

const minute = 60_000
const day = 24 * 60 * minute
const now = Date.parse('2026-11-26T12:00:00Z')

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

/** A page that the server rendered at `now` and that arrived two seconds later. */
async function openPage(aheadMs: number) {
  vi.setSystemTime(now + aheadMs + 2_000)
  const time = await import('@/lib/browser/time')
  time.learnSiteTime(new Date(now).toISOString())
  return { ...time, ...(await import('@/lib/browser/account/confirmation')) }
}

test.each([
  ['right', 0],
  ['six minutes ahead', 6 * minute],
  ['a day behind', -day],
  ['ten years behind', -3652 * day],
])('with a clock that is %s, times and confirmations are right', async (_, aheadMs) => {
  const { siteTime, needsConfirmation, recordConfirmation } = await openPage(aheadMs)
  const signedInAt = now / 1000
  expect(needsConfirmation(signedInAt)).toBe(false)
  vi.advanceTimersByTime(5 * minute)
  const viewpoint = { now: new Date(siteTime()), offsetAt: () => 0 }
  expect(describeRelativeTime(new Date(now + 2 * minute), viewpoint)).toBe('3 minutes ago')
  expect(needsConfirmation(signedInAt)).toBe(true)
  recordConfirmation()
  expect(needsConfirmation(signedInAt)).toBe(false)
})

test('only the first time counts, as later ones are rendered after the page arrived', async () => {
  const { learnSiteTime, siteTime } = await openPage(day)
  vi.advanceTimersByTime(minute)
  learnSiteTime(new Date(now + minute).toISOString())
  expect(Math.abs(siteTime() - now - minute)).toBeLessThan(3_000)
})
