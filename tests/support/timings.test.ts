import { expect, test } from 'vitest'
import { describeSlowest, describeTime, playwrightTimes, vitestTimes } from './timings'

const spec = (file: string, ...durations: number[]) => ({
  file,
  tests: durations.map((duration) => ({ results: [{ duration }] })),
})

test('the seconds of a file are those of all its tests, however deep they stand', () => {
  const inner = { specs: [spec('a.spec.ts', 500), spec('b.spec.ts', 250)] }
  const report = { suites: [{ specs: [spec('a.spec.ts', 1000, 2000)], suites: [inner] }] }
  expect(playwrightTimes(report)).toEqual([
    { file: 'a.spec.ts', seconds: 3.5 },
    { file: 'b.spec.ts', seconds: 0.25 },
  ])
})

test('of Vitest a file is named as it stands in the folder of tests', () => {
  const report = { testResults: [{ name: '/project/tests/unit/a.test.ts', startTime: 1000, endTime: 3500 }] }
  expect(vitestTimes(report, '/project/tests')).toEqual([{ file: 'unit/a.test.ts', seconds: 2.5 }])
})

test('a report that is not there has no files', () => {
  expect([...vitestTimes(null, '/'), ...playwrightTimes(null)]).toEqual([])
})

test('the slowest come first, and no more than wanted', () => {
  const times = [
    { file: 'quick', seconds: 0.2 },
    { file: 'slow', seconds: 123.45 },
    { file: 'middle', seconds: 7 },
  ]
  expect(describeSlowest(times, 2)).toEqual(['  123.5 s  slow', '    7.0 s  middle'])
})

test.each([
  [0, '0 min 00 s'],
  [59_499, '0 min 59 s'],
  [59_500, '1 min 00 s'],
  [545_000, '9 min 05 s'],
])('%d ms are %s', (ms, words) => expect(describeTime(ms)).toBe(words))
