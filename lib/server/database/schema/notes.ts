import 'server-only'
/** The tables of notes, their trash and their links. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { NoteId } from '@/lib/notes/note'
import type { ShareId } from '@/lib/notes/share'
import type { SessionId, UserId } from '@/lib/server/database/ids'
import { time } from './columns'
import { sessions } from './sessions'

export const notes = pgTable(
  'notes',
  {
    id: uuid('id').primaryKey().$type<NoteId>(),
    userId: text('uid').notNull().$type<UserId>(),
    title: text('title').notNull().default(''),
    text: text('text').notNull(),
    version: integer('version').notNull().default(1),
    /** The UTF-8 size of title and text. */
    bytes: integer('bytes').notNull().default(0),
    createdAt: time('created_at').notNull(),
    changedAt: time('changed_at').notNull(),
    isPinned: boolean('pinned').notNull().default(false),
    /**
     * Title and text as a search compares them (`lib/notes/fold`). Uncompressed, which is five times as fast to search, and
     * up to 4 KB inline, which is twice as fast.
     */
    folded: text('folded'),
    /** The version that was folded. An instance of the last release raises `version` without folding. */
    foldedVersion: integer('folded_version'),
  },
  (table) => [
    // The last two are for sums without reading the notes.
    index('notes_uid_index').on(table.userId, table.changedAt, table.id, table.version, table.bytes),
    index('notes_unfolded_index').on(table.userId, table.id).where(isUnfolded(table)),
    index('notes_pinned_index').on(table.userId, table.changedAt, table.id).where(sql`${table.isPinned}`),
    // Only instances of the last release search by it. The next release drops it and its three functions.
    index('notes_words_index').using('gin', searchKeysOf(table)).with({ gin_pending_list_limit: 512 }),
  ],
)

/** Whether a note's current version isn't folded. The partial index has this exact condition. */
export function isUnfolded({
  foldedVersion,
  version,
}: Record<'foldedVersion' | 'version', AnyPgColumn>): SQL {
  return sql`${foldedVersion} is distinct from ${version}`
}

const { folded, foldedVersion, ...written } = getTableColumns(notes)

/** Columns derived from others: not in backups, exports or responses. */
export const derivedColumns = { folded, foldedVersion }

/** The other columns. */
export const noteColumns = written

/** The expression of the words index. */
function searchKeysOf({ userId, title, text }: Record<'userId' | 'title' | 'text', AnyPgColumn>): SQL {
  return sql`note_keys(${userId}, ${title} || ' ' || ${text})`
}

/** Deleted notes, for 30 days. A table of its own, so that no query for notes, also of the last release, returns them. */
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
    isPinned: boolean('pinned').notNull().default(false),
    /** The link it had. Not in `shares`, so it opens nothing until the note is restored. */
    share: jsonb('share').$type<{ id: ShareId; createdAt: string; endsAt: string | null; opened: number }>(),
  },
  (table) => [
    // The last is for sums, as in `notes`.
    index('trashed_notes_uid_index').on(table.userId, table.deletedAt, table.id, table.bytes),
    index('trashed_notes_deleted_at_index').on(table.deletedAt),
  ],
)

/** Share links, one per note. Deleting the row ends the link, for good unless it went into the trash with its note. */
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
    /** The number of other users' sessions that opened it. */
    opened: integer('opened').notNull().default(0),
  },
  (table) => [index('shares_uid_index').on(table.userId)],
)

/** Which sessions opened which links, so that each is counted once. */
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
