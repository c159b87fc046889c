const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Formats a time in UTC, as the server doesn't know the visitor's time zone. */
export function describeTime(date: Date): string {
  return `${format.format(date)} UTC`
}
