/** A review's times in words, in UTC. */
import ms from 'ms'
import { describeCount } from '../printable'
import type { Period } from './period'

/** `Thursday, November 26, 2026`, or the first and last day, or the first and last minute. */
export function describePeriod({ since, until }: Period): string {
  const isWhole = since % ms('1d') === 0 && until % ms('1d') === 0
  if (!isWhole) return `${describeTime(since)} to ${describeTime(until)}`
  const last = until - ms('1d')
  if (since === last) return formatDay(since, { dateStyle: 'full' })
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).formatRange(since, last)
}

/** `the day before`, `the 3 days before`. */
export function describeBefore({ since, until }: Period): string {
  return `the ${describeLength(until - since)} before`
}

/** `half hour`, `day`, `week`, `3 hours`: rounded. */
export function describeLength(lengthMs: number): string {
  if (Math.abs(lengthMs - ms('7d')) < ms('2h')) return 'week'
  if (lengthMs === ms('30m')) return 'half hour'
  const [unit, noun] = lengths.find(([unit]) => lengthMs >= unit * 0.95) ?? [ms('1m'), 'minute']
  const count = Math.max(1, Math.round(lengthMs / unit))
  return count === 1 ? noun : describeCount(count, noun)
}

const lengths = [
  [ms('1d'), 'day'],
  [ms('1h'), 'hour'],
  [ms('1m'), 'minute'],
] as const

/** `Nov 26, 2026, 13:05`. */
export function describeTime(moment: number): string {
  return `${formatDay(moment, { dateStyle: 'medium' })}, ${describeHour(moment)}`
}

/** `13:05`. */
export function describeHour(moment: number): string {
  return new Date(moment).toISOString().slice(11, 16)
}

/** `Nov 26`. */
export function describeShortDay(moment: number): string {
  return formatDay(moment, { month: 'short', day: 'numeric' })
}

function formatDay(moment: number, format: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...format, timeZone: 'UTC' }).format(moment)
}
