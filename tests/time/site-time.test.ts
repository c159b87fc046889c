/** Times follow the site's clock, as a visitor's own may be hours or days off. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeRelativeTime } from '@/lib/time/relative-time'

const minute = 60_000
const day = 24 * 60 * minute
const offsets = [
  ['right', 0],
  ['six minutes ahead', 6 * minute],
  ['a day ahead', day],
  ['a day behind', -day],
  ['ten years behind', -3652 * day],
] as const
const now = Date.parse('2026-11-26T12:00:00Z')

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

/** A page that the site rendered `now`, and that is here two seconds later. */
async function openPage(aheadMs: number) {
  vi.setSystemTime(now + aheadMs + 2_000)
  const time = await import('@/lib/browser/time')
  const page = { ...time, confirmation: await import('@/lib/browser/account/confirmation') }
  page.learnSiteTime(new Date(now).toISOString())
  return page
}

test.each(offsets)('on a clock that is %s, what was just saved was just saved', async (_, aheadMs) => {
  const { siteTime } = await openPage(aheadMs)
  vi.advanceTimersByTime(5 * minute)
  const at = new Date(now + 2 * minute)
  const viewpoint = { now: new Date(siteTime()), offsetAt: () => 0 }
  expect(describeRelativeTime(at, viewpoint)).toBe('3 minutes ago')
})

test.each(offsets)(
  'on a clock that is %s, a confirmation is asked for after five minutes',
  async (_, aheadMs) => {
    const { confirmation } = await openPage(aheadMs)
    const { needsConfirmation, recordConfirmation: noteConfirmation } = confirmation
    const signedInAt = now / 1000
    expect(needsConfirmation(signedInAt)).toBe(false)
    vi.advanceTimersByTime(5 * minute)
    expect(needsConfirmation(signedInAt)).toBe(true)
    noteConfirmation()
    expect(needsConfirmation(signedInAt)).toBe(false)
  },
)

test('the first time counts: later ones were rendered after the page came', async () => {
  const { learnSiteTime, siteTime } = await openPage(day)
  vi.advanceTimersByTime(minute)
  learnSiteTime(new Date(now + minute).toISOString())
  expect(Math.abs(siteTime() - now - minute)).toBeLessThan(3_000)
})
