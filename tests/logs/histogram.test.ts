import { expect, test } from 'vitest'
import { classifyLine, type ErrorRecord } from '@/lib/log/error-line'
import { createHistogram } from '@/scripts/logs/histogram'
import { crawlerError, folded } from './samples'

const start = Date.UTC(2026, 10, 21)
const minute = 60_000

function errorAt(at: number, more: object = {}): ErrorRecord {
  const judged = classifyLine({ ...crawlerError, time: new Date(at).toISOString(), ...more })
  if (judged.kind !== 'errors') throw new Error(judged.kind)
  return judged.record
}

test('spans without errors are shown, too', () => {
  const counter = createHistogram(60 * minute)
  for (const hours of [0, 3]) counter.add(errorAt(start + hours * 60 * minute))
  expect(counter.list()?.map(({ count }) => count)).toEqual([1, 0, 0, 1])
})

test('folded errors count from the first on', () => {
  const counter = createHistogram(10 * minute)
  counter.add(errorAt(start, folded))
  expect(counter.list()).toEqual([{ from: Date.UTC(2026, 10, 21, 15), count: folded.count }])
})

test('up to a thousand spans are shown; a length that makes more is refused', () => {
  const counter = createHistogram(minute)
  for (let index = 0; index < 1_000; index++) counter.add(errorAt(start + index * minute))
  expect(counter.list()).toHaveLength(1_000)
  counter.add(errorAt(start + 1_000 * minute))
  expect(counter.list()).toBeNull()
})
