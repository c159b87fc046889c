const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** A moment as people write it; in UTC, as the server does not know the visitor's clock. */
export function describeTime(date: Date): string {
  return `${format.format(date)} UTC`
}
