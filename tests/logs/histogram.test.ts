import { expect, test } from 'vitest'
import { openHistogram } from '@/scripts/logs/histogram'
import { type ErrorRecord, judgeLine } from '@/scripts/logs/record'
import { crawlerError, folded } from './samples'

const start = Date.UTC(2026, 10, 21)
const minute = 60_000
const day = 1_440 * minute

function errorAt(at: number, more: object = {}): ErrorRecord {
  const judged = judgeLine({ ...crawlerError, time: new Date(at).toISOString(), ...more })
  if (judged.kind !== 'errors') throw new Error(judged.kind)
  return judged.record
}

test.each([
  ['half a minute', 30_000, 1_000],
  ['five minutes', 5 * minute, 10_000],
  ['an hour', 60 * minute, 5 * minute],
  ['a day', day, 60 * minute],
  ['a month', 30 * day, day],
  ['a century', 36_525 * day, 1_792 * day],
])('%s is shown in at most forty spans of a round length', (_, length, everyMs) => {
  const counter = openHistogram(null)
  for (let index = 0; index <= 10_000; index++) counter.add(errorAt(start + (length * index) / 10_000))
  const histogram = counter.list()
  expect(histogram?.everyMs).toBe(everyMs)
  expect(histogram?.bars.length).toBeLessThanOrEqual(41)
  expect(histogram?.bars.reduce((sum, { count }) => sum + count, 0)).toBe(10_001)
})

test('spans without errors are shown, too', () => {
  const counter = openHistogram(60 * minute)
  for (const hours of [0, 3]) counter.add(errorAt(start + hours * 60 * minute))
  expect(counter.list()?.bars.map(({ count }) => count)).toEqual([1, 0, 0, 1])
})

test('folded errors are spread over their time', () => {
  const counter = openHistogram(10 * minute)
  counter.add(errorAt(start, folded))
  expect(counter.list()?.bars).toEqual([
    { from: Date.UTC(2026, 10, 21, 15), count: expect.closeTo(4_990, -2) },
    { from: Date.UTC(2026, 10, 21, 15, 10), count: expect.closeTo(4_990, -2) },
  ])
})

test('a length that makes too many spans is refused', () => {
  const counter = openHistogram(1_000)
  for (const days of [0, 1]) counter.add(errorAt(start + days * day))
  expect(counter.list()).toBeNull()
})

test('a log with times far apart does not fill the memory', () => {
  const counter = openHistogram(null)
  for (let index = 0; index < 50_000; index++) counter.add(errorAt(start + index * 7_919_000))
  expect(counter.list()?.bars.length).toBeLessThanOrEqual(40)
})
