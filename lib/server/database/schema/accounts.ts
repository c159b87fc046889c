import 'server-only'
/** The tables of accounts, of what operators did with them, of the keys that sign the site's own values, and of rate limits. */
import { sql } from 'drizzle-orm'
import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ProviderUserId, SessionId, UserId, ValueHash } from '@/lib/server/database/ids'
import { time } from './columns'

/** One row for each account that had a session, or a use of a passkey, since this table is there. */
export const accounts = pgTable('accounts', {
  userId: text('uid').primaryKey().$type<UserId>(),
  /** The account's user at the provider, if not `uid`: the owner of an address gets a new one at the first proof. */
  providerUserId: text('provider_id').$type<ProviderUserId>(),
  /** When the provider created that user. One with the same ID and another time is somebody else. */
  createdAt: time('created_at').notNull(),
  /** The address that its owner has proved to hold, in lower case; null before the first proof. */
  address: text('address'),
  provedAt: time('proved_at'),
  /** The address that a signed-in person wants in its place, by which session, and since when. */
  nextAddress: text('next_address'),
  nextSessionId: uuid('next_session_id').$type<SessionId>(),
  nextAt: time('next_at'),
  /** When the mail to that address was opened and pressed. */
  nextProvedAt: time('next_proved_at'),
  /** When the provider was first seen to have another address, which nobody had announced. */
  movedAt: time('moved_at'),
  /** When such a change was put back; null once the owner has read so. */
  putBackAt: time('put_back_at'),
  /** While set, the account goes to the owner of this address, who gets a new user at the provider. */
  leavingAddress: text('leaving_address'),
  leavingAt: time('leaving_at'),
  /** The new user's ID, and the Google account that was the proof. */
  successorId: text('successor_id').$type<ProviderUserId>(),
  successorGoogleId: text('successor_google_id'),
  /** The account that gets its rows instead. */
  mergesInto: text('merges_into').$type<UserId>(),
  // Not used: backups of the last release have them. The next one drops them.
  securingAt: time('securing_at'),
  securedAt: time('secured_at'),
  securedBy: text('secured_by'),
  tokenAt: time('token_at'),
  tokensUntil: time('tokens_until'),
})

/** Addresses that an account had proved, until an announced change: their mailboxes can take it back for a week. */
export const formerAddresses = pgTable('former_addresses', {
  id: uuid('id').primaryKey(),
  userId: text('uid').notNull().$type<UserId>(),
  address: text('address').notNull(),
  changedAt: time('changed_at').notNull(),
})

/** When this database began to keep accounts: one row. Older accounts are judged by what the provider says. */
export const accountsSince = pgTable('accounts_since', { at: time('at').primaryKey().default(sql`now()`) })

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
