import { expect, test } from 'vitest'
import { describeExactTime, describeRelativeTime, precisionAmong } from '@/lib/time/relative-time'

const now = new Date('2026-11-23T12:00:00Z')
const utc = () => 0
const tokyo = () => 9 * 60

test.each([
  { at: '2026-11-23T12:05:00Z', words: 'just now', why: 'clocks differ' },
  { at: '2026-11-23T11:59:01Z', words: 'just now' },
  { at: '2026-11-23T11:59:00Z', words: '1 minute ago' },
  { at: '2026-11-23T11:58:00Z', words: '2 minutes ago' },
  { at: '2026-11-23T11:00:01Z', words: '59 minutes ago' },
  { at: '2026-11-23T11:00:00Z', words: '1 hour ago' },
  { at: '2026-11-23T00:30:00Z', words: '11 hours ago' },
  { at: '2026-11-22T23:59:00Z', words: 'yesterday' },
  { at: '2026-11-22T00:00:00Z', words: 'yesterday' },
  { at: '2026-11-21T23:59:00Z', words: '2 days ago' },
  { at: '2026-11-17T12:00:00Z', words: '6 days ago' },
  { at: '2026-11-16T12:00:00Z', words: 'November 16' },
  { at: '2025-12-31T12:00:00Z', words: 'December 31, 2025' },
])('$at is “$words”', ({ at, words }) => {
  expect(describeRelativeTime(new Date(at), { now, offsetAt: utc })).toBe(words)
})

test('yesterday is by the visitor’s time zone, and shortly after midnight hours are shown', () => {
  const at = new Date('2026-11-22T15:30:00Z')
  const inZone = (offsetAt: () => number) => describeRelativeTime(at, { now, offsetAt })
  expect(inZone(utc)).toBe('yesterday')
  expect(inZone(tokyo)).toBe('20 hours ago')
  const midnight = new Date('2026-11-23T00:30:00Z')
  const lateYesterday = new Date('2026-11-22T22:00:00Z')
  expect(describeRelativeTime(lateYesterday, { now: midnight, offsetAt: utc })).toBe('2 hours ago')
})

test.each([
  ['2026-11-16T00:05:00Z', utc, 'minute', 'November 16 at 12:05 AM'],
  ['2026-11-16T12:00:59Z', utc, 'minute', 'November 16 at 12:00 PM'],
  ['2026-11-16T12:00:07Z', utc, 'second', 'November 16 at 12:00:07 PM'],
  ['2026-11-16T12:00:00Z', tokyo, 'minute', 'November 16 at 9:00 PM'],
  ['2026-11-16T20:30:00Z', tokyo, 'second', 'November 17 at 5:30:00 AM'],
] as const)('the exact time of %s is the local clock’s', (at, offsetAt, precision, words) => {
  expect(describeExactTime(new Date(at), { now, offsetAt }, precision)).toBe(words)
})

test('times in the same minute show seconds', () => {
  const times = ['2026-11-23T11:59:01Z', '2026-11-23T11:59:42Z', '2026-11-23T11:58:59Z']
  const [first, second, before] = times.map((at) => new Date(at)) as [Date, Date, Date]
  const words = (date: Date, others: Date[]) =>
    describeExactTime(date, { now, offsetAt: utc }, precisionAmong(date, others))
  expect(words(first, [second, before])).toBe('November 23 at 11:59:01 AM')
  expect(words(second, [first, before])).toBe('November 23 at 11:59:42 AM')
  expect(words(before, [first, second])).toBe('November 23 at 11:58 AM')
})
