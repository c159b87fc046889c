import 'server-only'
/** The tables as Drizzle queries them. `migrations/` creates them; a test compares both. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { NoteId } from '@/lib/notes/note'
import type { ShareId } from '@/lib/notes/share'
import type { SessionId, TokenHash, UserId } from './ids'
import { challenges, passkeys, userHandles } from './passkey-schema'

export { challenges, passkeys, userHandles }

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

/** Accounts that somebody signed in to before the address was verified, until its owner has proved to be them. */
export const unverifiedAccounts = pgTable('unverified_accounts', {
  userId: text('uid').primaryKey().$type<UserId>(),
  /** The one browser that did, by its session, whether that still exists or not. Null if there were several. */
  sessionId: uuid('session_id').$type<SessionId>(),
})

export const notes = pgTable(
  'notes',
  {
    id: uuid('id').primaryKey().$type<NoteId>(),
    userId: text('uid').notNull().$type<UserId>(),
    title: text('title').notNull().default(''),
    text: text('text').notNull(),
    version: integer('version').notNull().default(1),
    /** Of title and text in UTF-8. */
    bytes: integer('bytes').notNull().default(0),
    createdAt: time('created_at').notNull(),
    changedAt: time('changed_at').notNull(),
    isPinned: boolean('pinned').notNull().default(false),
    /**
     * Title and text as a search compares them (`lib/notes/fold`). Stored uncompressed, which a search reads five times as fast, and
     * with the note up to 4 KB, twice as fast as apart.
     */
    folded: text('folded'),
    /** Whose fold it is. An instance of the last release, which folds nothing, raises the version alone. */
    foldedVersion: integer('folded_version'),
  },
  (table) => [
    // The last two are there to be counted without reading the notes.
    index('notes_uid_index').on(table.userId, table.changedAt, table.id, table.version, table.bytes),
    index('notes_unfolded_index').on(table.userId, table.id).where(isUnfolded(table)),
    // Of the few that come first in the list.
    index('notes_pinned_index').on(table.userId, table.changedAt, table.id).where(sql`${table.isPinned}`),
    // For instances of the last release alone, which search by it. Goes with its three functions in the next one.
    index('notes_words_index').using('gin', searchKeysOf(table)).with({ gin_pending_list_limit: 512 }),
  ],
)

/** Whether a note isn't folded as it is now. The index holds this very condition. */
export function isUnfolded({
  foldedVersion,
  version,
}: Record<'foldedVersion' | 'version', AnyPgColumn>): SQL {
  return sql`${foldedVersion} is distinct from ${version}`
}

const { folded, foldedVersion, ...written } = getTableColumns(notes)

/** Columns that are made from others: in no backup, no export and no response. */
export const derivedColumns = { folded, foldedVersion }

/** What was written, without what is made from it. */
export const noteColumns = written

/** The expression of that index. */
function searchKeysOf({ userId, title, text }: Record<'userId' | 'title' | 'text', AnyPgColumn>): SQL {
  return sql`note_keys(${userId}, ${title} || ' ' || ${text})`
}

/** Deleted notes, for 30 days. Of its own, so that whatever asks for notes, also in the last release, never gets one of them. */
export const trashedNotes = pgTable(
  'trashed_notes',
  {
    id: uuid('id').primaryKey().$type<NoteId>(),
    userId: text('uid').notNull().$type<UserId>(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    version: integer('version').notNull(),
    bytes: integer('bytes').notNull(),
    createdAt: time('created_at').notNull(),
    changedAt: time('changed_at').notNull(),
    deletedAt: time('deleted_at').notNull(),
  },
  (table) => [
    // The last is there to be counted, as in `notes`.
    index('trashed_notes_uid_index').on(table.userId, table.deletedAt, table.id, table.bytes),
    index('trashed_notes_deleted_at_index').on(table.deletedAt),
  ],
)

/** Links to notes: one a note at most. Ending one deletes its row, so it never works again. */
export const shares = pgTable(
  'shares',
  {
    id: uuid('id').primaryKey().$type<ShareId>(),
    noteId: uuid('note_id')
      .notNull()
      .unique()
      .references(() => notes.id, { onDelete: 'cascade' })
      .$type<NoteId>(),
    userId: text('uid').notNull().$type<UserId>(),
    createdAt: time('created_at').notNull(),
    endsAt: time('ends_at'),
    /** By how many sessions of others. */
    opened: integer('opened').notNull().default(0),
  },
  (table) => [index('shares_uid_index').on(table.userId)],
)

/** Which session has opened which link, so that it's counted once. */
export const shareOpenings = pgTable(
  'share_openings',
  {
    shareId: uuid('share_id')
      .notNull()
      .references(() => shares.id, { onDelete: 'cascade' })
      .$type<ShareId>(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' })
      .$type<SessionId>(),
  },
  (table) => [
    primaryKey({ name: 'share_openings_pk', columns: [table.shareId, table.sessionId] }),
    index('share_openings_session_id_index').on(table.sessionId),
  ],
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
export const tables = {
  sessions,
  unverifiedAccounts,
  userHandles,
  passkeys,
  notes,
  trashedNotes,
  shares,
  shareOpenings,
}

/** Tables left out of backups: their rows are worthless after ten minutes. */
export const ephemeralTables = { rateLimits, challenges }
