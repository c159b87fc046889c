type Viewpoint = {
  now: Date
  /** Where days end; undefined for where this runs. */
  timeZone?: string | undefined
}

/**
 * How long ago, in words: "just now", "2 minutes ago", "yesterday", after a week the date. What seems to be ahead, as
 * clocks differ, is just now. The words are the browser's own (`Intl.RelativeTimeFormat`).
 */
export function describeRelativeTime(date: Date, { now, timeZone }: Viewpoint): string {
  const minutes = Math.floor((now.getTime() - date.getTime()) / minuteMs)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return words.format(-minutes, 'minute')
  const days = dayOf(now, timeZone) - dayOf(date, timeZone)
  const hours = Math.floor(minutes / 60)
  // Shortly after midnight "2 hours ago" says more than "yesterday".
  if (days < 1 || hours < 6) return words.format(-hours, 'hour')
  if (days < 7) return words.format(-days, 'day')
  return describeDay(date, { now, timeZone })
}

/** The time as the visitor's own clock shows it. Only in the browser, as the server has another time zone. */
export function describeLocalTime(date: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' }).format(date)
}

const minuteMs = 60_000

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** Days since 1970 on this calendar. */
function dayOf(date: Date, timeZone: string | undefined): number {
  const [year, month, day] = numbersOf(date, timeZone)
  return Date.UTC(year, month - 1, day) / (24 * 60 * minuteMs)
}

function describeDay(date: Date, { now, timeZone }: Viewpoint): string {
  const isThisYear = numbersOf(date, timeZone)[0] === numbersOf(now, timeZone)[0]
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', ...year, timeZone }).format(date)
}

function numbersOf(date: Date, timeZone: string | undefined): [number, number, number] {
  // Swedish dates are ISO 8601.
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(date)
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return [year, month, day]
}
