type Viewpoint = {
  now: Date
  /** The time zone's offset from UTC in minutes. */
  offsetAt: (date: Date) => number
}

export type TimePrecision = 'minute' | 'second'

/** For the time zone this runs in. */
export const localOffset = (date: Date) => -date.getTimezoneOffset()

/**
 * "just now", "2 minutes ago", "yesterday", and after a week the date. A time in the future is "just now", as clocks differ.
 * Doesn't use `Intl`, whose first use takes a phone 50 ms during hydration.
 */
export function describeRelativeTime(date: Date, viewpoint: Viewpoint): string {
  const { now } = viewpoint
  const minutes = Math.floor((now.getTime() - date.getTime()) / minuteMs)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return ago(minutes, 'minute')
  const days = dayOf(now, viewpoint) - dayOf(date, viewpoint)
  const hours = Math.floor(minutes / 60)
  // Shortly after midnight, "2 hours ago" is clearer than "yesterday".
  if (days < 1 || hours < 6) return ago(hours, 'hour')
  if (days === 1) return 'yesterday'
  return days < 7 ? ago(days, 'day') : describeDay(date, viewpoint)
}

/** Such as "November 16 at 9:00 PM". Doesn't use `Intl` either. */
export function describeExactTime(date: Date, viewpoint: Viewpoint, precision: TimePrecision): string {
  const clock = clockOf(date, viewpoint)
  const hours = clock.getUTCHours()
  const fields = [clock.getUTCMinutes(), ...(precision === 'second' ? [clock.getUTCSeconds()] : [])]
  const time = [hours % 12 || 12, ...fields.map((field) => String(field).padStart(2, '0'))].join(':')
  return `${describeDay(date, viewpoint)} at ${time} ${hours < 12 ? 'AM' : 'PM'}`
}

/** The precision that distinguishes a time from the others: seconds only if another is in the same minute. */
export function precisionAmong(date: Date, others: readonly Date[]): TimePrecision {
  const minuteOf = (time: Date) => Math.floor(time.getTime() / minuteMs)
  return others.some((other) => minuteOf(other) === minuteOf(date)) ? 'second' : 'minute'
}

/** The full local time. Only for the browser, as the server's time zone differs. */
export function describeLocalTime(date: Date): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' }).format(date)
}

const minuteMs = 60_000

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

/** Local days since 1970. */
function dayOf(date: Date, viewpoint: Viewpoint): number {
  return Math.floor(clockOf(date, viewpoint).getTime() / (24 * 60 * minuteMs))
}

function describeDay(date: Date, viewpoint: Viewpoint): string {
  const [clock, clockNow] = [clockOf(date, viewpoint), clockOf(viewpoint.now, viewpoint)]
  const day = `${months[clock.getUTCMonth()]} ${clock.getUTCDate()}`
  const year = clock.getUTCFullYear()
  return year === clockNow.getUTCFullYear() ? day : `${day}, ${year}`
}

/** The local time, in the UTC fields. */
function clockOf(date: Date, { offsetAt }: Viewpoint): Date {
  return new Date(date.getTime() + offsetAt(date) * minuteMs)
}

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]
