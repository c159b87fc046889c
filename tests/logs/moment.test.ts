import { expect, test } from 'vitest'
import { parseDuration, parseMoment } from '@/scripts/logs/values'

const now = Date.UTC(2026, 10, 21, 15, 30)

test.each([
  ['2026-11-21', '2026-11-21T00:00:00.000Z'],
  ['2026-11-21T15:00', '2026-11-21T15:00:00.000Z'],
  ['2026-11-21 15:00:30', '2026-11-21T15:00:30.000Z'],
  ['2026-11-21T15:00:30.250Z', '2026-11-21T15:00:30.250Z'],
  ['2026-11-21T15:00+02:00', '2026-11-21T13:00:00.000Z'],
  ['2h', '2026-11-21T13:30:00.000Z'],
  ['7d', '2026-11-14T15:30:00.000Z'],
  ['1.5h', '2026-11-21T14:00:00.000Z'],
])('%s is a moment', (text, moment) => {
  expect(new Date(parseMoment(text, now) ?? Number.NaN).toISOString()).toBe(moment)
})

test.each([
  '',
  'yesterday',
  '2026',
  '11/21/2026',
  '2026-02-31',
  '2026-11-21T25:00',
  '15:00',
  '7',
  '-2h',
  '2 h',
  '2y',
])('%j is none', (text) => {
  expect(parseMoment(text, now)).toBeNull()
})

test.each([
  ['90s', 90_000],
  ['10m', 600_000],
  ['2w', 1_209_600_000],
  ['0h', null],
  ['h', null],
])('%s is a length of time: %s ms', (text, length) => {
  expect(parseDuration(text)).toBe(length)
})
