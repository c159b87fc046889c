import 'server-only'
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { accounts, accountsSince, signingKeys, usedValues } from './accounts'
import { notes, shareOpenings, shares, trashedNotes } from './notes'
import { challenges, passkeys, userHandles } from './passkeys'
import { sessions, unverifiedAccounts } from './sessions'

/** Rate limit counts. The limiter's own SQL depends on the names and order of these columns. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  /** Milliseconds since 1970. */
  expire: bigint('expire', { mode: 'number' }).notNull(),
})

/** The tables that backups hold, in dependency order: a table comes after those its foreign keys refer to. */
export const tables = {
  sessions,
  unverifiedAccounts,
  accounts,
  userHandles,
  passkeys,
  notes,
  trashedNotes,
  shares,
  shareOpenings,
}

/** Tables left out of backups: their rows expire soon, or each database makes its own. */
export const ephemeralTables = { rateLimits, challenges, accountsSince, signingKeys, usedValues }
