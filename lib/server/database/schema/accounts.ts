import 'server-only'
/** The tables of accounts, of what operators did with them, of the keys that sign the site's own values, and of rate limits. */
import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { UserId, ValueHash } from '@/lib/server/database/ids'
import { time } from './columns'

/** One row for each account that had a session, or a use of a passkey, since this table is there. */
export const accounts = pgTable('accounts', {
  userId: text('uid').primaryKey().$type<UserId>(),
  /** When the provider created it. An account with the same ID and another time belongs to somebody else. */
  createdAt: time('created_at').notNull(),
  /** The address that its owner has proved to hold, in lower case; null before the first proof. */
  address: text('address'),
  provedAt: time('proved_at'),
  /** An address that this proved account may change to without a new first proof. */
  nextAddress: text('next_address'),
  /** When it began to be secured; null when that is done. */
  securingAt: time('securing_at'),
  /** Sign-ins from before never become a session. */
  securedAt: time('secured_at'),
  /** Names the custom token that its owner signed in with then: no proof is asked for again. */
  securedBy: text('secured_by'),
  /** When the last custom token was signed, which the provider accepts for an hour. */
  tokenAt: time('token_at'),
  /** While set, a custom token of somebody else may be valid at the provider, so each sign-in needs a proof. */
  tokensUntil: time('tokens_until'),
})

/** When this database began to keep accounts: one row. Older accounts are judged by what the provider says. */
export const accountsSince = pgTable('accounts_since', { at: time('at').primaryKey().defaultNow() })

/** What operators did by a command, until the server logs it. `userId` and `code`, what came of it, are null until known. */
export const operatorUses = pgTable('operator_uses', {
  id: uuid('id').primaryKey(),
  at: time('at').notNull(),
  operator: text('operator').notNull(),
  kind: text('kind').notNull(),
  reason: text('reason').notNull(),
  userId: text('uid').$type<UserId>(),
  code: text('code'),
})

/** The newest two generations sign and verify. */
export const signingKeys = pgTable('signing_keys', {
  generation: integer('generation').primaryKey(),
  secret: text('secret').notNull(),
  createdAt: time('created_at').notNull(),
})

/** Signed values that are valid once, from their use until they expire. */
export const usedValues = pgTable('used_values', {
  hash: text('hash').primaryKey().$type<ValueHash>(),
  expiresAt: time('expires_at').notNull(),
})

/** Rate limit counts. The limiter's own SQL depends on the names and order of these columns. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull(),
  /** Milliseconds since 1970. */
  expire: bigint('expire', { mode: 'number' }).notNull(),
})
