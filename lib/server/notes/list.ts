import 'server-only'
/** Lists of a user's notes: an excerpt of each, pinned notes first, then last changed first. */
import { type AnyColumn, and, desc, eq, not, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type NoteId, type NoteList, type NoteSummary, parseNoteId } from '@/lib/notes/note'
import { queryDatabase } from '@/lib/server/database/connection'
import { prepareOnce, type Queries } from '@/lib/server/database/engine'
import type { UserId } from '@/lib/server/database/ids'
import { notes, shares } from './tables'

export type NoteSummaryRow = Omit<NoteSummary, 'changedAt'> & { changedAt: Date }

/** The note after which the next page of a list starts. */
export type ListCursor = { changedAt: Date; id: NoteId }

/** Not counting pinned notes. */
export const pageSize = 30

/** The characters of a note that a list shows. */
const excerptLength = 280

/** Returns a page of the user's notes, last changed first. `after`: the cursor of the page before. */
export async function listNotes(
  userId: UserId,
  after: string | null = null,
  { size = pageSize, now = new Date() } = {},
): Promise<NoteList> {
  const cursor = parseCursor(after)
  if (cursor === null) {
    const values = { userId, limit: size + 1, now: now.toISOString() }
    const found = await queryDatabase((queries) => firstNotes(queries).execute(values))
    const rows = found.flatMap(({ listed }) => listed ?? [])
    const pins = rows.filter(({ isPinned }) => isPinned).length
    return describeList(rows, size + pins, found[0]?.of_list.revision ?? '')
  }
  // Before the rows, so that the next request notices a change in between.
  const revision = await noteListRevision(userId, now)
  const isListed = and(not(notes.isPinned), isAfter(cursor, noteOrder))
  const rows = await queryDatabase((queries) =>
    selectNotes(queries, { userId, now }, isListed).limit(size + 1),
  )
  return describeList(rows, size, revision)
}

export function describeList(rows: NoteSummaryRow[], size: number, revision: string): NoteList {
  const shown = rows.slice(0, size)
  const last = rows.length > size ? shown.at(-1) : undefined
  return {
    notes: shown.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() })),
    next: last ? formatCursor(last) : null,
    revision,
  }
}

/** The cursor of a list of notes: the last note of a page. */
export function formatCursor({ changedAt, id }: ListCursor): string {
  return `${changedAt.getTime()}.${id}`
}

/** Parses an untrusted cursor; null, for the first page, if it's missing or malformed. */
export function parseCursor(text: string | null): ListCursor | null {
  const [time = '', noteId] = (text ?? '').split('.')
  const id = parseNoteId(noteId)
  const isTime = /^\d{1,14}$/.test(time)
  return id && isTime ? { id, changedAt: new Date(Number(time)) } : null
}

/** All pinned notes, the newest others up to the limit, and the list's revision, in one query: what most visits need. */
const firstNotes = prepareOnce('first_notes', (queries, name) => {
  const [userId, limit, now] = [sql.placeholder('userId'), sql.placeholder('limit'), sql.placeholder('now')]
  const pinned = selectNotes(queries, { userId, now }, sql`${notes.isPinned}`)
  const others = selectNotes(queries, { userId, now }, not(notes.isPinned)).limit(limit)
  const listed = pinned.unionAll(others).as('listed')
  return queries
    .select()
    .from(selectRevision(queries).as('of_list'))
    .leftJoin(listed, sql`true`)
    .orderBy(desc(listed.isPinned), desc(listed.changedAt), desc(listed.id))
    .prepare(name)
})

type NoteFilter = { userId: UserId | Placeholder; now: Date | Placeholder }

/** Selects notes as a list shows them, last changed first. */
export function selectNotes(queries: Queries, { userId, now }: NoteFilter, condition?: SQL) {
  return queries
    .select({
      id: notes.id,
      title: notes.title,
      ...excerptOf(notes.text),
      version: notes.version,
      changedAt: notes.changedAt,
      isShared: sql<boolean>`coalesce(${isLiveShare(now)}, false)`.as('is_shared'),
      isPinned: notes.isPinned,
    })
    .from(notes)
    .leftJoin(shares, eq(shares.noteId, notes.id))
    .where(and(eq(notes.userId, userId), condition))
    .orderBy(desc(notes.changedAt), desc(notes.id))
}

/** How a text starts, and whether that is all of it. PostgreSQL knows sizes without decompressing a long text. */
export function excerptOf(text: AnyColumn) {
  const start = sql<string>`left(${text}, ${excerptLength})`
  return {
    start: start.as('start'),
    isWhole: sql<boolean>`octet_length(${start}) = octet_length(${text})`.as('is_whole'),
  }
}

export const noteOrder = sql`${notes.changedAt}, ${notes.id}`

/** Changes with any change of the user's notes and of who can read them. */
export async function noteListRevision(userId: UserId, now: Date): Promise<string> {
  const values = { userId, now: now.toISOString() }
  const [found] = await queryDatabase((queries) => onlyRevision(queries).execute(values))
  return found?.revision ?? ''
}

const onlyRevision = prepareOnce('list_revision', (queries, name) => selectRevision(queries).prepare(name))

/**
 * Reads only the index of the notes: every open list fetches it every few seconds. Of two notes saved at the same time, the
 * later commit may have the earlier time: only the versions differ. Pins are counted by ID: one may replace another.
 */
function selectRevision(queries: Queries) {
  const [userId, now] = [sql.placeholder('userId'), sql.placeholder('now')]
  const revision = sql<string>`concat_ws('-', (
      select concat_ws('-', count(*), sum(version), extract(epoch from max(changed_at)))
      from ${notes} where uid = ${userId}
    ), (
      select coalesce(sum(hashtext(id::text)), 0) from ${notes} where uid = ${userId} and pinned
    ), (
      select concat_ws('-', count(*) filter (where ${isLiveShare(now)}), extract(epoch from max(created_at)),
        sum(extract(epoch from ends_at)))
      from ${shares} where uid = ${userId}
    ))`
  return queries.select({ revision: revision.as('revision') }).from(sql`(values (1)) as one`)
}

/** One row comparison, which an index answers however far down the cursor is. */
export function isAfter({ changedAt, id }: ListCursor, order: SQL): SQL {
  return sql`(${order}) < (${changedAt.toISOString()}::timestamptz, ${id}::uuid)`
}

/** Whether a note has a working link. */
export function isLiveShare(now: Date | Placeholder): SQL {
  const moment = now instanceof Date ? now.toISOString() : now
  return sql`${shares.id} is not null and (${shares.endsAt} is null or ${shares.endsAt} > ${moment}::timestamptz)`
}
