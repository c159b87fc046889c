import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberedLinkRequest, rememberLinkRequest } from '@/lib/browser/email-link/links'

const hour = 3_600_000

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('sessionStorage', { removeItem: () => undefined })
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  { afterHours: 23, isKept: true },
  { afterHours: 24, isKept: false },
  // The clock was corrected, or set back for good.
  { afterHours: -1, isKept: true },
  { afterHours: -8_000, isKept: false },
])('a link’s address is remembered for a day: after $afterHours hours $isKept', ({ afterHours, isKept }) => {
  rememberLinkRequest({ email: 'ada@example.com' })
  vi.setSystemTime(Date.now() + afterHours * hour)
  expect(rememberedLinkRequest()?.email ?? null).toBe(isKept ? 'ada@example.com' : null)
})
