import { setNavigationBuildId } from 'next/dist/client/navigation-build-id'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { pollBuilds } from '@/lib/browser/builds/poll'
import { watchBuild } from '@/lib/browser/builds/watch'

const start = new Date('2030-01-01T00:00:00Z').getTime()
const minuteMs = 60_000
const hourMs = 60 * minuteMs

const own = { id: 'own', timestamp: 100 }
const newer = { id: 'other', timestamp: 200 }
const older = { id: 'other', timestamp: 1 }

let fetched: string[] = []
let latest = own
/** The position within the jitter, from 0 to 1. */
let luck = 0.5
let document: EventTarget & { hidden: boolean }
const navigator: { onLine: boolean; connection?: object } = { onLine: true }

beforeEach(() => {
  fetched = []
  latest = own
  luck = 0.5
  document = Object.assign(new EventTarget(), { hidden: false })
  Object.assign(navigator, { onLine: true, connection: undefined })
  vi.useFakeTimers({ now: start })
  vi.stubGlobal('document', document)
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('fetch', async (path: string) => {
    fetched.push(path)
    return Response.json(path.includes('/meta/') ? own : latest)
  })
  vi.spyOn(Math, 'random').mockImplementation(() => luck)
  setNavigationBuildId('own')
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
})

const polls = () => fetched.filter((path) => path.includes('/latest.json')).length
const pass = (durationMs: number) => vi.advanceTimersByTimeAsync(durationMs)

test('the manifest is fetched one second after the page has loaded, not before', async () => {
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  watchBuild()
  await pass(5_000)
  window.dispatchEvent(new Event('load'))
  await pass(999)
  expect(fetched).toEqual([])
  await pass(1)
  expect(fetched).toEqual(['/builds/meta/own.json'])
})

test.each([[{ effectiveType: 'slow-2g' }], [{ effectiveType: '4g', saveData: true }]])(
  'no manifest is fetched with the connection %j',
  async (connection) => {
    Object.assign(navigator, { connection })
    pollBuilds(vi.fn())
    await pass(hourMs)
    expect(fetched).toEqual([`/builds/latest.json?${start + hourMs}`])
  },
)

describe('polls for the latest build', () => {
  test('come once an hour, give or take half, and start with the page’s own manifest', async () => {
    luck = 0
    pollBuilds(vi.fn())
    await pass(hourMs / 2 - 1)
    expect(fetched).toEqual(['/builds/meta/own.json'])
    luck = 1
    await pass(1)
    expect(fetched.slice(1)).toEqual([`/builds/latest.json?${start + hourMs / 2}`])
    await pass(1.5 * hourMs - 1)
    expect(polls()).toBe(1)
    await pass(1)
    expect(polls()).toBe(2)
  })

  test('stop while the page is hidden or offline, and come when it is seen again after five minutes', async () => {
    pollBuilds(vi.fn())
    await pass(hourMs)
    const show = async () => {
      document.dispatchEvent(new Event('visibilitychange'))
      await pass(10_000)
    }
    await pass(minuteMs)
    await show()
    expect(polls(), 'after a minute').toBe(1)
    document.hidden = true
    await pass(3 * hourMs)
    document.hidden = false
    navigator.onLine = false
    await pass(3 * hourMs)
    expect(polls(), 'hidden and offline').toBe(1)
    navigator.onLine = true
    await show()
    expect(polls(), 'seen again').toBe(2)
  })

  test.each([
    ['the same build', own, [hourMs, hourMs], 0],
    ['a newer build, seen once', newer, [hourMs], 1],
    ['an older build, seen once: a rollout may be going on', older, [hourMs], 0],
    ['an older build, seen again a minute later', older, [hourMs, minuteMs], 1],
  ])('report %s', async (_, build, waits, reports) => {
    const onStale = vi.fn()
    latest = build
    pollBuilds(onStale)
    for (const waitMs of waits) await pass(waitMs)
    expect(polls()).toBe(waits.length)
    expect(onStale).toHaveBeenCalledTimes(reports)
    await pass(3 * hourMs)
    if (reports > 0) expect(polls(), 'then they end').toBe(waits.length)
  })
})
