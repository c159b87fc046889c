import 'server-only'
/** The tables of sessions, for Drizzle. `migrations/` creates all tables, and has the indexes and foreign keys. */
import { sql } from 'drizzle-orm'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { SessionId, TokenHash, UserId } from '@/lib/server/database/ids'
import { time } from './columns'

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey().$type<SessionId>(),
  tokenHash: text('token_hash').notNull().$type<TokenHash>(),
  previousHash: text('previous_hash').$type<TokenHash>(),
  previousUntil: time('previous_until'),
  userId: text('uid').notNull().$type<UserId>(),
  createdAt: time('created_at').notNull(),
  renewedAt: time('renewed_at').notNull(),
  seenAt: time('seen_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  userAgent: text('user_agent'),
  revokedAt: time('revoked_at'),
  checkedAt: time('checked_at'),
  /** Of the sign-in by which it was opened or last renewed; null since before this column was there. */
  authenticatedAt: time('authenticated_at'),
})

/** The key of the device that a session is bound to. Goes with its session. */
export const sessionBindings = pgTable('session_bindings', {
  sessionId: uuid('session_id').primaryKey().$type<SessionId>(),
  /** The public key, as JSON. */
  jwk: text('jwk').notNull(),
  /** Signs the values of the bound cookie. */
  secret: text('secret').notNull(),
  boundAt: time('bound_at').notNull(),
  /** When the bound cookie first came back. From then on it is asked for. */
  confirmedAt: time('confirmed_at'),
  /** When a copy of the cookies first came from elsewhere. */
  copiedAt: time('copied_at'),
})

/** When this database began to keep bindings: one row. Instances of the last release, which has none, may go on for a while. */
export const bindingsSince = pgTable('bindings_since', { at: time('at').primaryKey().default(sql`now()`) })

/**
 * Accounts that the last release saw in use before their address was verified. Only its instances write it; it keeps such an
 * account from counting as proved at its first sign-in here. The next release drops it.
 */
export const unverifiedAccounts = pgTable('unverified_accounts', {
  userId: text('uid').primaryKey().$type<UserId>(),
  sessionId: uuid('session_id').$type<SessionId>(),
})
