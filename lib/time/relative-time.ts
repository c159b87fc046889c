type Viewpoint = {
  now: Date
  /** How far clocks are ahead of UTC there at a time, in minutes: it tells where days end. */
  offsetAt: (date: Date) => number
}

export type TimePrecision = 'minute' | 'second'

/** Where this runs. */
export const localOffset = (date: Date) => -date.getTimezoneOffset()

/**
 * How long ago, in words: "just now", "2 minutes ago", "yesterday", after a week the date. What seems to be ahead, as
 * clocks differ, is just now. Without `Intl`, whose first use costs a phone 50 ms while its page comes to life.
 */
export function describeRelativeTime(date: Date, viewpoint: Viewpoint): string {
  const { now } = viewpoint
  const minutes = Math.floor((now.getTime() - date.getTime()) / minuteMs)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return ago(minutes, 'minute')
  const days = dayOf(now, viewpoint) - dayOf(date, viewpoint)
  const hours = Math.floor(minutes / 60)
  // Shortly after midnight "2 hours ago" says more than "yesterday".
  if (days < 1 || hours < 6) return ago(hours, 'hour')
  if (days === 1) return 'yesterday'
  return days < 7 ? ago(days, 'day') : describeDay(date, viewpoint)
}

/** The day and the time on a 12-hour clock, to the minute or the second, in words without `Intl`. */
export function describeExactTime(date: Date, viewpoint: Viewpoint, precision: TimePrecision): string {
  const clock = clockOf(date, viewpoint)
  const hours = clock.getUTCHours()
  const fields = [clock.getUTCMinutes(), ...(precision === 'second' ? [clock.getUTCSeconds()] : [])]
  const time = [hours % 12 || 12, ...fields.map((field) => String(field).padStart(2, '0'))].join(':')
  return `${describeDay(date, viewpoint)} at ${time} ${hours < 12 ? 'AM' : 'PM'}`
}

/** What tells a time from the others beside it: the second only where another has the same minute. */
export function precisionAmong(date: Date, others: readonly Date[]): TimePrecision {
  const minuteOf = (time: Date) => Math.floor(time.getTime() / minuteMs)
  return others.some((other) => minuteOf(other) === minuteOf(date)) ? 'second' : 'minute'
}

/** The time as the visitor's own clock shows it. Only in the browser, as the server has another time zone. */
export function describeLocalTime(date: Date): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' }).format(date)
}

const minuteMs = 60_000

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

/** Days since 1970 on this calendar. */
function dayOf(date: Date, viewpoint: Viewpoint): number {
  return Math.floor(clockOf(date, viewpoint).getTime() / (24 * 60 * minuteMs))
}

function describeDay(date: Date, viewpoint: Viewpoint): string {
  const [clock, clockNow] = [clockOf(date, viewpoint), clockOf(viewpoint.now, viewpoint)]
  const day = `${months[clock.getUTCMonth()]} ${clock.getUTCDate()}`
  const year = clock.getUTCFullYear()
  return year === clockNow.getUTCFullYear() ? day : `${day}, ${year}`
}

/** What clocks show there, in the fields for UTC. */
function clockOf(date: Date, { offsetAt }: Viewpoint): Date {
  return new Date(date.getTime() + offsetAt(date) * minuteMs)
}

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]
