import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { errorTable, loadErrorTable } from '@/components/identity/error-message'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the table of messages counts as missing after five seconds', async () => {
  vi.doMock('@/lib/browser/identity/error-message', () => new Promise(() => undefined))
  const loading = loadErrorTable()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(errorTable.current()).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  await loading
  expect(errorTable.current()).toBe('missing')
})
