import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeProgress, openProgress } from '@/scripts/logs/progress'

test.each([
  [null, '412.0 MB read, 1,204 lines with errors so far …'],
  [1_073_741_824, '412.0 MB of 1.07 GB (38 %) read, 1,204 lines with errors so far …'],
])('of %s bytes', (totalBytes, words) => {
  expect(describeProgress({ totalBytes, bytes: 412_000_000, countErrors: () => 1_204 })).toBe(words)
})

const { stderr } = process
const terminal = { write: stderr.write, isTTY: stderr.isTTY }
let said: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  said = []
  stderr.write = ((words: string) => said.push(words)) as unknown as typeof stderr.write
})

afterEach(() => {
  Object.assign(stderr, terminal)
  vi.useRealTimers()
})

test.each([
  ['into a file or a pipe it is told each time that the run is twice as long', false, 3],
  ['on a terminal it is one line that changes every half second', true, 20],
])('%s', (_, isTTY, times) => {
  stderr.isTTY = isTTY
  const progress = openProgress({ totalBytes: null, countErrors: () => 7 })
  progress.advance(9_000_000)
  vi.advanceTimersByTime(10_000)
  expect(said).toHaveLength(times)
  const words = '9.0 MB read, 7 lines with errors so far …'
  expect(new Set(said)).toEqual(new Set([isTTY ? `\r${words}\u001b[K` : `${words}\n`]))
  expect(progress.close()).toBeNull()
  vi.advanceTimersByTime(100_000)
  expect(said).toHaveLength(times + (isTTY ? 1 : 0))
})
