import 'server-only'
/** Lists of a user's notes: their beginnings, last changed first, and before them those that are pinned. */
import { type AnyColumn, and, count, desc, eq, max, not, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { NoteId } from '@/lib/notes/note'
import { queryDatabase } from './connection'
import { prepareOnce, type Queries } from './engine'
import type { UserId } from './ids'
import { notes, shares } from './schema'

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

/** Where the next page of a list starts: after this note. */
export type ListCursor = { changedAt: Date; id: NoteId }

export type ListQuery = {
  userId: UserId
  after: ListCursor | null
  limit: number
  now: Date
}

/** How much of a note a list shows, in characters. */
const startLength = 280

/** A further part of the list: notes that aren't pinned. */
export function listNoteRows(question: ListQuery & { after: ListCursor }): Promise<NoteSummaryRow[]> {
  const isMeant = and(not(notes.isPinned), isAfter(question.after, noteOrder))
  return queryDatabase((queries) => selectNotes(queries, question, isMeant).limit(question.limit))
}

/**
 * What most visits ask for, in one question: all pinned notes, then the newest others up to the limit, and the revision of the
 * whole list in the same moment.
 */
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

/** Notes as a list shows them, last changed first. */
export function selectNotes(queries: Queries, { userId, now }: NoteFilter, isMeant?: SQL) {
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
    .where(and(eq(notes.userId, userId), isMeant))
    .orderBy(desc(notes.changedAt), desc(notes.id))
}

/** How a text begins, and whether that is all of it: sizes are known without unpacking a long one. */
export function excerptOf(text: AnyColumn) {
  const start = sql<string>`left(${text}, ${startLength})`
  return {
    start: start.as('start'),
    isWhole: sql<boolean>`octet_length(${start}) = octet_length(${text})`.as('is_whole'),
  }
}

export const noteOrder = sql`${notes.changedAt}, ${notes.id}`

/**
 * Changes with any change of the user's notes and of who can read them. Cheap, as every page that looks at them asks for it
 * every few seconds: of the notes it reads the index alone.
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
  // Of two notes saved at the same time, the one committed last may have the earlier time: only the versions tell.
  const ofNotes = queries
    .select({
      notes: count().as('notes'),
      last: max(notes.changedAt).as('last'),
      versions: sql<string>`coalesce(sum(${notes.version}), 0)`.as('versions'),
    })
    .from(notes)
    .where(eq(notes.userId, userId))
    .as('of_notes')
  // By their ids: one may take the place of another.
  const ofPins = queries
    .select({ pins: sql<string>`coalesce(sum(hashtext(${notes.id}::text)), 0)`.as('pins') })
    .from(notes)
    .where(and(eq(notes.userId, userId), sql`${notes.isPinned}`))
    .as('of_pins')
  return queries.select().from(ofNotes).crossJoin(ofPins).crossJoin(ofShares)
}

/** As one comparison of two rows, which an index answers however far down the place is. */
export function isAfter({ changedAt, id }: ListCursor, order: SQL): SQL {
  return sql`(${order}) < (${changedAt.toISOString()}::timestamptz, ${id}::uuid)`
}

/** Whether a note has a link that works. */
export function isLiveShare(now: Date | Placeholder): SQL {
  const moment = now instanceof Date ? now.toISOString() : now
  return sql`${shares.id} is not null and (${shares.endsAt} is null or ${shares.endsAt} > ${moment}::timestamptz)`
}
