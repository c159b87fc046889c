import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { errorTable, loadErrorTable } from '@/components/identity/error-message'
import type * as Table from '@/lib/browser/identity/error-message'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.doUnmock('@/lib/browser/identity/error-message')
})

test('the table of messages counts as missing after five seconds, and is used once it arrives', async () => {
  const table = { errorMessage: vi.fn(), isAboutInput: vi.fn(), reportIdentityError: vi.fn() }
  let arrive: (loaded: typeof Table) => void = () => undefined
  const arriving = new Promise<typeof Table>((resolve) => {
    arrive = resolve
  })
  vi.doMock('@/lib/browser/identity/error-message', () => arriving)
  const loading = loadErrorTable()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(errorTable.current()).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  expect(errorTable.current()).toBe('missing')
  arrive(table)
  await loading
  expect(errorTable.current()).toMatchObject(table)
})
