import 'server-only'
/** Share links. Queries for the owner name the user; a reader's names only the link, which is the permission. */
import { createHash } from 'node:crypto'
import { and, eq, type SQL } from 'drizzle-orm'
import type { NoteId, Share, ShareId } from '@/lib/notes/note'
import { queryDatabase } from '@/lib/server/database/connection'
import type { UserId } from '@/lib/server/database/ids'
import { type Author, requireLiveSession, writeAs } from '@/lib/server/database/writes'
import type { LiveSession } from '@/lib/server/session/current'
import { isLiveShare } from './list'
import { findNoteRow, matchesNote, type NoteRow, type SaveResult, saveNote } from './notes'
import { noteColumns, notes, shareColumns, shares } from './tables'
import { restoreNote } from './trash'

export type ShareRow = Omit<typeof shares.$inferSelect, 'opened'>

export function describeShare({ id, createdAt, endsAt }: ShareRow): Share {
  return {
    id,
    createdAt: createdAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    hasEnded: endsAt !== null && endsAt.getTime() <= Date.now(),
  }
}

/** The link of a user's note, even if expired; null if there is none. */
export async function findShareOfNote(noteId: NoteId, userId: UserId): Promise<ShareRow | null> {
  const [row] = await queryDatabase((queries) =>
    queries.select(shareColumns).from(shares).where(matchesShare(noteId, userId)),
  )
  return row ?? null
}

type ShareWrite = { id: ShareId; noteId: NoteId; endsAt: Date | null; now: Date }

/**
 * Creates a link to a user's note, or changes the expiry of its link. An expired link is replaced: it never works again.
 * Null if the user has no such note.
 */
export function storeShare(
  session: Author,
  { id, noteId, endsAt, now }: ShareWrite,
): Promise<ShareRow | null> {
  const { userId } = session
  return queryDatabase((queries) =>
    queries.transaction(async (transaction) => {
      await requireLiveSession(transaction, session)
      // Locked, so that concurrent requests don't create two.
      const [note] = await transaction
        .select({ id: notes.id })
        .from(notes)
        .where(matchesNote(noteId, userId))
        .for('update')
      if (!note) return null
      const [kept] = await transaction
        .update(shares)
        .set({ endsAt })
        .where(and(matchesShare(noteId, userId), isLiveShare(now.toISOString())))
        .returning(shareColumns)
      if (kept) return kept
      await transaction.delete(shares).where(matchesShare(noteId, userId))
      const [created] = await transaction
        .insert(shares)
        .values({ id, noteId, userId, createdAt: now, endsAt })
        .returning(shareColumns)
      return created ?? null
    }),
  )
}

/** Deletes a note's link. False if there is none. */
export async function deleteShare(session: Author, noteId: NoteId): Promise<boolean> {
  const rows = await writeAs(session, (queries, isLive) =>
    queries
      .delete(shares)
      .where(and(matchesShare(noteId, session.userId), isLive))
      .returning({ id: shares.id }),
  )
  return rows.length > 0
}

/** The note behind a link; null if the link doesn't exist or has expired. */
export async function findSharedNote(id: ShareId, now: Date): Promise<NoteRow | null> {
  const [row] = await queryDatabase((queries) =>
    queries
      .select({ note: noteColumns })
      .from(shares)
      .innerJoin(notes, eq(notes.id, shares.noteId))
      .where(and(eq(shares.id, id), isLiveShare(now.toISOString()))),
  )
  return row?.note ?? null
}

function matchesShare(noteId: NoteId, userId: UserId): SQL | undefined {
  return and(eq(shares.noteId, noteId), eq(shares.userId, userId))
}

export type CopyResult =
  /** By this call, by this call from the trash, or before. */
  { status: 'copied' | 'restored' | 'kept'; id: NoteId } | Extract<SaveResult, { status: 'refused' | 'busy' }>

/**
 * Copies a shared note to the reader's own. Copying it again returns the first copy, restored from the trash if it's there.
 * Null if the link has no note.
 */
export async function copyShared(session: LiveSession, shareId: ShareId): Promise<CopyResult | null> {
  const { userId } = session
  const note = await findSharedNote(shareId, new Date())
  if (!note) return null
  const id = copyId(shareId, userId)
  if (await restoreNote(session, id)) return { status: 'restored', id }
  if (await findNoteRow(id, userId)) return { status: 'kept', id }
  const { title, text } = note
  const saved = await saveNote(session, { id, title, text, base: null })
  if (saved.status === 'refused' || saved.status === 'busy') return saved
  return { status: saved.status === 'saved' ? 'copied' : 'kept', id }
}

/** The same for the same link and reader, so that copying twice makes one note. */
function copyId(shareId: ShareId, userId: string): NoteId {
  const hash = createHash('sha256').update(`${shareId} ${userId}`).digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5') as NoteId
}
