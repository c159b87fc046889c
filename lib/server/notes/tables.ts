import 'server-only'
/** The tables of notes, their trash and their links. */
import { getTableColumns, sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { NoteId, ShareId } from '@/lib/notes/note'
import type { SessionId, UserId } from '@/lib/server/database/ids'
import { time } from '@/lib/server/database/schema/columns'

/** Only instances of the last release search by `note_keys` and two more functions. The next release drops them. */
export const notes = pgTable('notes', {
  id: uuid('id').primaryKey().$type<NoteId>(),
  userId: text('uid').notNull().$type<UserId>(),
  title: text('title').notNull().default(''),
  text: text('text').notNull(),
  version: integer('version').notNull().default(1),
  /** The UTF-8 size of title and text. */
  bytes: integer('bytes').notNull().default(0),
  createdAt: time('created_at').notNull(),
  changedAt: time('changed_at').notNull(),
  /** Not used: the last release pinned notes. */
  isPinned: boolean('pinned').notNull().default(false),
  /**
   * Title and text as a search compares them (`lib/notes/fold`). Uncompressed, which is five times as fast to search, and
   * up to 4 KB inline, which is twice as fast.
   */
  folded: text('folded'),
  /** The version that was folded. An instance of the last release raises `version` without folding. */
  foldedVersion: integer('folded_version'),
})

/** Whether a note's current version isn't folded. The partial index has this exact condition. */
export const isUnfolded = sql`${notes.foldedVersion} is distinct from ${notes.version}`

const { isPinned: _pinned, folded, foldedVersion, ...written } = getTableColumns(notes)

/** Columns derived from others: not in backups. */
export const derivedColumns = { folded, foldedVersion }

/** The columns of a note in exports and responses. */
export const noteColumns = written

/** Deleted notes, for 30 days. A table of its own, so that no query for notes, also of the last release, returns them. */
export const trashedNotes = pgTable('trashed_notes', {
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
  share: jsonb('share').$type<{ id: ShareId; createdAt: string; endsAt: string | null }>(),
})

/** Share links, one per note. Deleting the row ends the link, for good unless it went into the trash with its note. */
export const shares = pgTable('shares', {
  id: uuid('id').primaryKey().$type<ShareId>(),
  noteId: uuid('note_id').notNull().$type<NoteId>(),
  userId: text('uid').notNull().$type<UserId>(),
  createdAt: time('created_at').notNull(),
  endsAt: time('ends_at'),
  /** Not used: the last release counted who opened it. */
  opened: integer('opened').notNull().default(0),
})

const { opened: _opened, ...ofShare } = getTableColumns(shares)

/** The columns of a link in exports and responses. */
export const shareColumns = ofShare

/** Which sessions opened which links. Only instances of the last release write it. */
export const shareOpenings = pgTable('share_openings', {
  shareId: uuid('share_id').notNull().$type<ShareId>(),
  sessionId: uuid('session_id').notNull().$type<SessionId>(),
})
