import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as Table from '@/lib/browser/identity/problem'
import { errorWords, loadErrorWords } from '@/lib/browser/identity/words'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.doUnmock('@/lib/browser/identity/problem')
})

test('a table of words that does not come is done without after five seconds, and taken when it comes', async () => {
  const table = { problemInWords: vi.fn(), isAbout: vi.fn(), reportProblem: vi.fn() }
  let arrive: (loaded: typeof Table) => void = () => undefined
  const arriving = new Promise<typeof Table>((resolve) => {
    arrive = resolve
  })
  vi.doMock('@/lib/browser/identity/problem', () => arriving)
  const loading = loadErrorWords()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(errorWords.current()).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  expect(errorWords.current()).toBe('missing')
  arrive(table)
  await loading
  expect(errorWords.current()).toMatchObject(table)
})
