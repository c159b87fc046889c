import { setNavigationBuildId } from 'next/dist/client/navigation-build-id'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollBuilds } from '@/lib/browser/builds/poll'
import { watchBuild } from '@/lib/browser/builds/watch'
import { publicConfig } from '@/lib/browser/config'
import type { PublicConfig } from '@/lib/config/config'

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
  // In the middle between half of the setting and one and a half.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  setNavigationBuildId('own')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([2, 7])(
  'with BUILD_POLL_MINUTES of %i a page asks that often for the latest build',
  async (minutes) => {
    publicConfig.publish({ buildPollMinutes: minutes } as PublicConfig)
    const tellStale = vi.fn()
    pollBuilds(tellStale)
    await vi.advanceTimersByTimeAsync(minutes * 60_000 - 1)
    expect(fetched).toEqual(['/builds/meta/own.json'])
    await vi.advanceTimersByTimeAsync(1)
    expect(fetched.slice(1)).toEqual([`/builds/latest.json?${start + minutes * 60_000}`])
    await vi.advanceTimersByTimeAsync(minutes * 60_000)
    expect(fetched).toHaveLength(3)
    expect(tellStale).not.toHaveBeenCalled()
  },
)

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
