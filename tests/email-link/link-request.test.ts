import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberedLinkRequest, rememberLinkRequest } from '@/lib/browser/email-link/link-request'

const hour = 3_600_000

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
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
  // The clock was put right, or set back for good.
  { afterHours: -1, isKept: true },
  { afterHours: -8_000, isKept: false },
])(
  'the address a link was sent to is kept for a day: after $afterHours hours $isKept',
  ({ afterHours, isKept }) => {
    rememberLinkRequest({ email: 'ada@example.com' })
    vi.setSystemTime(Date.now() + afterHours * hour)
    expect(rememberedLinkRequest()?.email ?? null).toBe(isKept ? 'ada@example.com' : null)
  },
)
