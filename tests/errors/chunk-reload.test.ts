import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadForChunk } from '@/lib/browser/errors/chunk-reload'

const reload = vi.fn()
const place = { pathname: '/terms', reload }
const start = new Date('2030-01-01T00:00:00Z').getTime()

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  vi.stubGlobal('document', { querySelectorAll: () => [] })
  vi.stubGlobal('location', { ...place })
  vi.stubGlobal('fetch', async () => new Response())
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  reload.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  { afterMs: 9_999, path: '/terms', isReloaded: false },
  { afterMs: 10_000, path: '/terms', isReloaded: true },
  { afterMs: 0, path: '/privacy', isReloaded: true },
  // The clock was set back by a day.
  { afterMs: -86_400_000, path: '/terms', isReloaded: true },
])('a part missing again on $path after $afterMs ms reloads the page: $isReloaded', async (again) => {
  expect(await reloadForChunk()).toBe(true)
  vi.setSystemTime(start + again.afterMs)
  location.pathname = again.path
  expect(await reloadForChunk()).toBe(again.isReloaded)
  expect(reload).toHaveBeenCalledTimes(again.isReloaded ? 2 : 1)
})

test('nothing is reloaded offline, while the server fails, or with a typed password', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await reloadForChunk()).toBe(false)
  vi.stubGlobal('fetch', async () => new Response(null, { status: 502 }))
  expect(await reloadForChunk()).toBe(false)
  vi.stubGlobal('fetch', async () => new Response())
  vi.stubGlobal('document', { querySelectorAll: () => [{ value: 'long enough' }] })
  expect(await reloadForChunk()).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})

test('without a storage that could end a loop nothing is reloaded', async () => {
  const fail = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: fail, setItem: fail })
  expect(await reloadForChunk()).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})
