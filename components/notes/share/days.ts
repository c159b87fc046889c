/** Days of the visitor's calendar, as date fields have them: 2031-05-06. */

/** The day of a time. */
export function localDay(time: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}

/** Its last second. */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59`)
}
