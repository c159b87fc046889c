import 'server-only'
/** Lists of a user's notes: an excerpt of each, pinned notes first, then last changed first. */
import { type AnyColumn, and, count, desc, eq, max, not, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { NoteId } from '@/lib/notes/note'
import { queryDatabase } from '@/lib/server/database/connection'
import { prepareOnce, type Queries } from '@/lib/server/database/engine'
import type { UserId } from '@/lib/server/database/ids'
import { notes, shares } from './tables'

export type NoteSummaryRow = {
  id: NoteId
  title: string
  start: string
  isWhole: boolean
  version: number
  changedAt: Date
  isShared: boolean
  isPinned: boolean
}

/** The note after which the next page of a list starts. */
export type ListCursor = { changedAt: Date; id: NoteId }

export type ListQuery = {
  userId: UserId
  after: ListCursor | null
  limit: number
  now: Date
}

/** The characters of a note that a list shows. */
const excerptLength = 280

/** A further page of the list: notes that aren't pinned. */
export function listNoteRows(query: ListQuery & { after: ListCursor }): Promise<NoteSummaryRow[]> {
  const isListed = and(not(notes.isPinned), isAfter(query.after, noteOrder))
  return queryDatabase((queries) => selectNotes(queries, query, isListed).limit(query.limit))
}

/** All pinned notes, the newest others up to the limit, and the list's revision, in one query: what most visits need. */
export async function firstNoteRows(
  userId: UserId,
  limit: number,
  now: Date,
): Promise<{ rows: NoteSummaryRow[]; revision: string }> {
  const values = { userId, limit, now: now.toISOString() }
  const found = await queryDatabase((queries) => firstNotes(queries).execute(values))
  return { rows: found.flatMap(({ listed }) => listed ?? []), revision: revisionOf(found[0]) }
}

const firstNotes = prepareOnce('first_notes', (queries, name) => {
  const [userId, limit, now] = [sql.placeholder('userId'), sql.placeholder('limit'), sql.placeholder('now')]
  const pinned = selectNotes(queries, { userId, now }, sql`${notes.isPinned}`)
  const others = selectNotes(queries, { userId, now }, not(notes.isPinned)).limit(limit)
  const listed = pinned.unionAll(others).as('listed')
  return selectRevisionFacts(queries)
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

/**
 * Changes with any change of the user's notes and of who can read them. Reads only the index of the notes: every open list
 * fetches it every few seconds.
 */
export async function noteListRevision(userId: UserId, now: Date): Promise<string> {
  const values = { userId, now: now.toISOString() }
  const [facts] = await queryDatabase((queries) => revisionFacts(queries).execute(values))
  return revisionOf(facts)
}

const revisionFacts = prepareOnce('revision_facts', (queries, name) =>
  selectRevisionFacts(queries).prepare(name),
)

type RevisionFacts = Awaited<ReturnType<typeof selectRevisionFacts>>[number]

function revisionOf(facts: RevisionFacts | undefined): string {
  if (!facts) throw new Error('An aggregate has one row')
  const { of_notes: written, of_pins: pinned, of_shares: shared } = facts
  const times = [written.last, shared.lastLink].map((time) => time?.getTime() ?? 0)
  return [written.notes, written.versions, pinned.pins, shared.links, shared.ends, ...times].join('-')
}

function selectRevisionFacts(queries: Queries) {
  const [userId, now] = [sql.placeholder('userId'), sql.placeholder('now')]
  const ofShares = queries
    .select({
      links: count(sql`case when ${isLiveShare(now)} then 1 end`).as('links'),
      lastLink: max(shares.createdAt).as('last_link'),
      ends: sql<string>`coalesce(sum(extract(epoch from ${shares.endsAt})), 0)`.as('ends'),
    })
    .from(shares)
    .where(eq(shares.userId, userId))
    .as('of_shares')
  // Of two notes saved at the same time, the later commit may have the earlier time: only the versions differ.
  const ofNotes = queries
    .select({
      notes: count().as('notes'),
      last: max(notes.changedAt).as('last'),
      versions: sql<string>`coalesce(sum(${notes.version}), 0)`.as('versions'),
    })
    .from(notes)
    .where(eq(notes.userId, userId))
    .as('of_notes')
  // By id: one pin may replace another.
  const ofPins = queries
    .select({ pins: sql<string>`coalesce(sum(hashtext(${notes.id}::text)), 0)`.as('pins') })
    .from(notes)
    .where(and(eq(notes.userId, userId), sql`${notes.isPinned}`))
    .as('of_pins')
  return queries.select().from(ofNotes).crossJoin(ofPins).crossJoin(ofShares)
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
