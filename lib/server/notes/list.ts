import 'server-only'
/** Lists of a user's notes: an excerpt of each, last changed first. */
import { type AnyColumn, and, desc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type NoteId, type NoteList, parseNoteId } from '@/lib/notes/note'
import { queryDatabase } from '@/lib/server/database/connection'
import { prepareOnce, type Queries } from '@/lib/server/database/engine'
import type { UserId } from '@/lib/server/database/ids'
import { notes, shares } from './tables'

/** The note after which the next page of a list starts. */
export type ListCursor = { changedAt: Date; id: NoteId }

export const pageSize = 30

/** The characters of a note that a list shows. */
const excerptLength = 280

/** `condition`: of the notes to list, else all. */
export type PageOptions = { size?: number; now?: Date; condition?: SQL | undefined }

/** Returns a page of the user's notes, last changed first. `after`: the cursor of the page before. */
export async function listNotes(
  userId: UserId,
  after: string | null = null,
  { size = pageSize, now = new Date(), condition }: PageOptions = {},
): Promise<NoteList> {
  const cursor = parseCursor(after)
  const filter = { userId, limit: size + 1, now: now.toISOString() }
  const isAfterCursor = cursor ? isAfter(cursor, sql`${notes.changedAt}, ${notes.id}`) : undefined
  const found = await queryDatabase((queries) =>
    cursor || condition
      ? selectPage(queries, filter, and(isAfterCursor, condition))
      : firstPage(queries).execute(filter),
  )
  const rows = found.flatMap(({ listed }) => listed ?? [])
  const shown = rows.slice(0, size)
  const last = rows.length > size ? shown.at(-1) : undefined
  return {
    notes: shown.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() })),
    next: last ? formatCursor(last) : null,
    revision: found[0]?.of_list.revision ?? '',
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

/** What most visits need. */
const firstPage = prepareOnce('first_page', (queries, name) =>
  selectPage(queries, placeholders).prepare(name),
)

type Placeholders = Record<'userId' | 'now' | 'limit', Placeholder>
type PageFilter = { userId: UserId; now: string; limit: number }

const placeholders: Placeholders = {
  userId: sql.placeholder('userId'),
  now: sql.placeholder('now'),
  limit: sql.placeholder('limit'),
}

/** Selects notes as a list shows them, last changed first, and the list's revision, which stands alone if there are none. */
function selectPage(queries: Queries, filter: PageFilter | Placeholders, condition?: SQL) {
  const listed = queries
    .select({
      id: notes.id,
      title: notes.title,
      ...excerptOf(notes.text),
      version: notes.version,
      changedAt: notes.changedAt,
      isShared: sql<boolean>`coalesce(${isLiveShare(filter.now)}, false)`.as('is_shared'),
    })
    .from(notes)
    .leftJoin(shares, eq(shares.noteId, notes.id))
    .where(and(eq(notes.userId, filter.userId), condition))
    .orderBy(desc(notes.changedAt), desc(notes.id))
    .limit(filter.limit)
    .as('listed')
  return queries
    .select()
    .from(selectRevision(queries, filter).as('of_list'))
    .leftJoin(listed, sql`true`)
    .orderBy(desc(listed.changedAt), desc(listed.id))
}

/** How a text starts, and whether that is all of it. PostgreSQL knows sizes without decompressing a long text. */
export function excerptOf(text: AnyColumn) {
  const start = sql<string>`left(${text}, ${excerptLength})`
  return {
    start: start.as('start'),
    isWhole: sql<boolean>`octet_length(${start}) = octet_length(${text})`.as('is_whole'),
  }
}

/** Changes with any change of the user's notes and of who can read them. */
export async function noteListRevision(userId: UserId, now: Date): Promise<string> {
  const values = { userId, now: now.toISOString() }
  const [found] = await queryDatabase((queries) => onlyRevision(queries).execute(values))
  return found?.revision ?? ''
}

const onlyRevision = prepareOnce('list_revision', (queries, name) =>
  selectRevision(queries, placeholders).prepare(name),
)

/**
 * Reads only the index of the notes: every open list fetches it every few seconds. Of two notes saved at the same time, the
 * later commit may have the earlier time: only the versions differ.
 */
function selectRevision(queries: Queries, { userId, now }: Omit<PageFilter | Placeholders, 'limit'>) {
  const revision = sql<string>`concat_ws('-', (
      select concat_ws('-', count(*), sum(version), extract(epoch from max(changed_at)))
      from ${notes} where uid = ${userId}
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
export function isLiveShare(now: string | Placeholder): SQL {
  return sql`${shares.id} is not null and (${shares.endsAt} is null or ${shares.endsAt} > ${now}::timestamptz)`
}
