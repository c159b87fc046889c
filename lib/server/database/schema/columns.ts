import 'server-only'
import { timestamp } from 'drizzle-orm/pg-core'

/** With milliseconds, as in JavaScript, so a stored time equals the original. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
