import 'server-only'
/** The trash: notes deleted by their users. Every query for a user names the owner. */
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import ms from 'ms'
import { trashDays } from '@/lib/notes/limits'
import type { NoteId, TrashedNote, TrashList } from '@/lib/notes/note'
import { deleteInBatches, queryDatabase } from '@/lib/server/database/connection'
import type { UserId } from '@/lib/server/database/ids'
import { type Author, writeAs } from '@/lib/server/database/writes'
import { log } from '@/lib/server/log/log'
import { excerptOf, formatCursor, isAfter, pageSize, parseCursor } from './list'
import { describeNote, matchesNote, type WrittenNote } from './notes'
import { noteColumns, notes, shares, trashedNotes } from './tables'

/** The columns that move. A restored note is folded for the search later (`search.ts`). */
const movedColumns = sql.raw('id, uid, title, text, version, bytes, created_at, changed_at')

/** Moves a user's note with its link into the trash, and returns it. Null if the user has no such note. */
export async function trashNote(session: Author, id: NoteId, now: Date): Promise<WrittenNote | null> {
  const [row] = await writeAs(session, (queries, isLive) => {
    const isMoved = and(matchesNote(id, session.userId), isLive)
    const moved = queries.$with('moved').as(queries.delete(notes).where(isMoved).returning(noteColumns))
    // Takes the note first, then its link, as `storeShare` does. Else both might wait for each other.
    const link = queries.$with('link', {}).as(sql`
      delete from ${shares} using moved where note_id = moved.id
      returning ${shares.id}, ${shares.createdAt} as "createdAt", ends_at as "endsAt"`)
    // It exists already if an instance of the last release, which has no trash, undid a deletion.
    const kept = queries.$with('kept', {}).as(sql`
      insert into ${trashedNotes} (${movedColumns}, deleted_at, share)
      select ${movedColumns}, ${now.toISOString()}::timestamptz, (select to_jsonb(link) from link) from moved
      on conflict (id) do update set (title, text, version, bytes, created_at, changed_at, deleted_at, share) = (
        excluded.title, excluded.text, excluded.version, excluded.bytes, excluded.created_at, excluded.changed_at,
        excluded.deleted_at, excluded.share)
      where ${trashedNotes.userId} = excluded.uid`)
    return queries.with(moved, link, kept).select().from(moved)
  })
  return row ? describeNote(row) : null
}

/** Moves a note back as it was. False if there is no such note in the user's trash. */
export async function restoreNote(session: Author, id: NoteId): Promise<boolean> {
  const rows = await writeAs(session, (queries, isLive) => {
    const isBack = and(matchesNote(id, session.userId, trashedNotes), isLive)
    const back = queries.$with('back').as(queries.delete(trashedNotes).where(isBack).returning())
    // On a conflict the undone deletion wins, see above.
    const kept = queries.$with('kept', {}).as(sql`
      insert into ${notes} (${movedColumns}) select ${movedColumns} from back
      on conflict do nothing returning id`)
    const linked = queries.$with('linked', {}).as(sql`
      insert into ${shares} (note_id, uid, id, created_at, ends_at) select kept.id, back.uid, link.*
      from kept join back on share is not null cross join jsonb_to_record(share)
        as link (id uuid, "createdAt" timestamptz, "endsAt" timestamptz)`)
    return queries.with(back, kept, linked).select({ id: back.id }).from(back)
  })
  return rows.length > 0
}

/** A note in a user's trash, or null. */
export async function findTrashed(id: NoteId, userId: UserId): Promise<TrashedNote | null> {
  const [row] = await queryDatabase((queries) =>
    queries
      .select(summary)
      .from(trashedNotes)
      .where(matchesNote(id, userId, trashedNotes)),
  )
  return row ? describeTrashed(row) : null
}

function describeTrashed({ deletedAt, ...note }: TrashedSummary): TrashedNote {
  const leavesAt = new Date(deletedAt.getTime() + ms(`${trashDays}d`))
  return { ...note, deletedAt: deletedAt.toISOString(), leavesAt: leavesAt.toISOString() }
}

type TrashedSummary = Omit<TrashedNote, 'deletedAt' | 'leavesAt'> & { deletedAt: Date }

const summary = {
  id: trashedNotes.id,
  title: trashedNotes.title,
  ...excerptOf(trashedNotes.text),
  wasShared: sql<boolean>`share is not null and coalesce((share ->> 'endsAt')::timestamptz > now(), true)`,
  deletedAt: trashedNotes.deletedAt,
}

/** Returns a page of a user's trash, last deleted first. The cursor's time is that of the deletion. */
export async function listTrash(
  userId: UserId,
  { after = null, size = pageSize }: { after?: string | null; size?: number } = {},
): Promise<TrashList> {
  const cursor = parseCursor(after)
  const order = sql`${trashedNotes.deletedAt}, ${trashedNotes.id}`
  const owned = eq(trashedNotes.userId, userId)
  const [rows, count] = await queryDatabase((queries) =>
    Promise.all([
      queries
        .select(summary)
        .from(trashedNotes)
        .where(and(owned, cursor ? isAfter(cursor, order) : undefined))
        .orderBy(desc(trashedNotes.deletedAt), desc(trashedNotes.id))
        .limit(size + 1),
      queries.$count(trashedNotes, owned),
    ]),
  )
  const shown = rows.slice(0, size)
  const last = rows.length > size ? shown.at(-1) : undefined
  return {
    notes: shown.map(describeTrashed),
    count,
    next: last ? formatCursor({ changedAt: last.deletedAt, id: last.id }) : null,
  }
}

/** Permanently deletes one note of a user's trash, or all of it. Returns the number. */
export async function deleteTrashed(session: Author, id?: NoteId): Promise<number> {
  const { userId } = session
  const isMeant = id === undefined ? eq(trashedNotes.userId, userId) : matchesNote(id, userId, trashedNotes)
  const gone = await writeAs(session, (queries, isLive) =>
    queries.delete(trashedNotes).where(and(isMeant, isLive)).returning({ id: trashedNotes.id }),
  )
  return gone.length
}

/** Deletes notes that have been in the trash for 30 days (promised on `/privacy`), until it should stop. */
export async function deleteExpiredTrash(shouldStop: () => boolean, now = Date.now()): Promise<void> {
  const isDue = lt(trashedNotes.deletedAt, new Date(now - ms(`${trashDays}d`)))
  const count = await deleteInBatches({ table: trashedNotes, key: trashedNotes.id, isDue }, shouldStop)
  if (count > 0) log('info', 'note.purged', { count })
}
