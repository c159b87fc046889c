import 'server-only'
/** The tables as Drizzle queries them. `migrations/` creates them; a test compares both. */
import { bigint, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { NoteId } from '@/lib/notes'
import type { SessionId, TokenHash, UserId } from './names'

/** In milliseconds, like JavaScript dates, so a stored time compares equal to the original. */
const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

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

export const notes = pgTable(
  'notes',
  {
    id: uuid('id').primaryKey().$type<NoteId>(),
    userId: text('uid').notNull().$type<UserId>(),
    text: text('text').notNull(),
    createdAt: time('created_at').notNull(),
    changedAt: time('changed_at').notNull(),
  },
  (table) => [index('notes_uid_index').on(table.userId, table.changedAt)],
)

/** Rate limit counts. The limiter's own SQL depends on the names and order of these columns. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    /** Milliseconds since 1970. */
    expire: bigint('expire', { mode: 'number' }).notNull(),
  },
  (table) => [index('rate_limits_expire_index').on(table.expire)],
)

/** The tables that backups hold, in dependency order: a table comes after those its foreign keys refer to. */
export const tables = { sessions, notes }

/** Tables left out of backups: their rows are worthless after ten minutes. */
export const ephemeralTables = { rateLimits }
