import 'server-only'
/** The tables of sessions, for Drizzle. `migrations/` creates all tables; a test compares both. */
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { SessionId, TokenHash, UserId } from '@/lib/server/database/ids'
import { time } from './columns'

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().$type<SessionId>(),
    tokenHash: text('token_hash').notNull().unique().$type<TokenHash>(),
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
  },
  (table) => [
    index('sessions_previous_hash_index').on(table.previousHash),
    index('sessions_uid_index').on(table.userId),
  ],
)

/** Accounts used before their address was verified, until a sign-in proves who owns the address (`session/secure.ts`). */
export const unverifiedAccounts = pgTable('unverified_accounts', {
  userId: text('uid').primaryKey().$type<UserId>(),
  /** The session of the one browser that did, even if deleted. Null if there were several browsers. */
  sessionId: uuid('session_id').$type<SessionId>(),
})
