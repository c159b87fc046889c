import 'server-only'
import { customType } from 'drizzle-orm/pg-core'

/**
 * With milliseconds, as in JavaScript, so a stored time equals the original. Throws on a text that isn't surely a time: another
 * DateStyle has days and months swapped, and a time that is none would make two equal ones differ.
 */
export const time = customType<{ data: Date; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (text) => {
    const read = new Date(isoTime.test(text) ? text : Number.NaN)
    if (Number.isNaN(read.getTime())) throw new Error(`The database sent a time that can’t be read: ${text}`)
    return read
  },
  toDriver: (moment) => moment.toISOString(),
})

/** As PostgreSQL writes it with the DateStyle `ISO`: `2026-12-01 05:30:00.123+00`. */
const isoTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d){0,2}$/
