import { setNavigationBuildId } from 'next/dist/client/navigation-build-id'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollBuilds } from '@/lib/browser/builds/poll'
import { watchBuild } from '@/lib/browser/builds/watch'

const start = new Date('2030-01-01T00:00:00Z').getTime()
let fetched: string[] = []

beforeEach(() => {
  fetched = []
  vi.useFakeTimers({ now: start })
  vi.stubGlobal('document', { hidden: false, addEventListener: () => undefined })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (path: string) => {
    fetched.push(path)
    return Response.json({ id: 'own', timestamp: 1 })
  })
  // The middle of the jitter.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  setNavigationBuildId('own')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a page polls for the latest build once an hour', async () => {
  const onStale = vi.fn()
  pollBuilds(onStale)
  const hourMs = 3_600_000
  await vi.advanceTimersByTimeAsync(hourMs - 1)
  expect(fetched).toEqual(['/builds/meta/own.json'])
  await vi.advanceTimersByTimeAsync(1)
  expect(fetched.slice(1)).toEqual([`/builds/latest.json?${start + hourMs}`])
  await vi.advanceTimersByTimeAsync(hourMs)
  expect(fetched).toHaveLength(3)
  expect(onStale).not.toHaveBeenCalled()
})

test('the manifest is fetched one second after the page has loaded, not before', async () => {
  const listeners: Record<string, () => void> = {}
  vi.stubGlobal('window', {
    addEventListener: (event: string, listener: () => void) => {
      listeners[event] = listener
    },
  })
  watchBuild()
  await vi.advanceTimersByTimeAsync(5_000)
  listeners.load?.()
  await vi.advanceTimersByTimeAsync(999)
  expect(fetched).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(fetched).toEqual(['/builds/meta/own.json'])
})
