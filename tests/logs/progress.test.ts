import { expect, test } from 'vitest'
import { describeProgress } from '@/scripts/logs/progress'

test.each([
  [null, '412.0 MB read, 1,204 lines with errors so far …'],
  [1_073_741_824, '412.0 MB of 1.07 GB (38 %) read, 1,204 lines with errors so far …'],
])('of %s bytes', (totalBytes, words) => {
  expect(describeProgress({ totalBytes, bytes: 412_000_000, countErrors: () => 1_204 })).toBe(words)
})
