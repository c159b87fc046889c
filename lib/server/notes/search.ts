import 'server-only'
/** Searches a user's notes for terms that are folded like the notes (`lib/notes/fold`). */
import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import { fold } from '@/lib/notes/fold'
import type { NoteList } from '@/lib/notes/note'
import { queryDatabase } from '@/lib/server/database/connection'
import type { Queries } from '@/lib/server/database/engine'
import type { UserId } from '@/lib/server/database/ids'
import { consumeLimit } from '@/lib/server/database/rate-limit'
import { isStorable } from '@/lib/storable'
import {
  describeList,
  isAfter,
  type ListCursor,
  listNotes,
  type NoteSummaryRow,
  noteListRevision,
  noteOrder,
  pageSize,
  parseCursor,
  selectNotes,
} from './list'
import { foldedNote, noteLimits, noteUsage } from './notes'
import { runExclusive } from './run-exclusive'
import { isUnfolded, notes } from './tables'

/** Returns a page of the user's notes that contain all words of `search`, last changed first; of all if it has none. */
export function searchNotes(userId: UserId, search: string, after: string | null = null): Promise<NoteList> {
  if (search.trim() === '') return listNotes(userId, after)
  const query = { userId, after: parseCursor(after), limit: pageSize + 1, now: new Date() }
  return runExclusive(`search ${userId}`, () => findNotes({ ...query, terms: searchTerms(search) }))
}

async function findNotes(query: SearchQuery): Promise<NoteList> {
  const { userId, terms, now } = query
  const revision = await noteListRevision(userId, now)
  const rows = terms.length === 0 ? [] : await searchNoteRows(query)
  return describeList(rows, pageSize, revision)
}

/** Splits a search into at most eight folded terms. */
export function searchTerms(search: string): string[] {
  // Folds first, which makes all kinds of spaces plain.
  const terms = fold(search.slice(0, 100)).split(/\s+/)
  return terms.filter((term) => term !== '' && isStorable(term)).slice(0, 8)
}

/** Counts a search by what it may cost. Returns the seconds to wait when over the limit, else null. */
export async function consumeSearchLimit(userId: UserId, search: string): Promise<number | null> {
  if (search === '') return null
  const retryAfterSeconds = await consumeLimit(noteLimits.search, userId)
  if (retryAfterSeconds !== null) return retryAfterSeconds
  const { bytes } = await noteUsage(userId)
  const more = searchParts(bytes, searchTerms(search)) - 1
  return more > 0 ? consumeLimit(noteLimits.search, userId, more) : null
}

export type SearchQuery = {
  userId: UserId
  terms: readonly string[]
  after: ListCursor | null
  limit: number
  now: Date
}

/** A page of the list of notes that contain all terms, pinned or not. */
export async function searchNoteRows(query: SearchQuery): Promise<NoteSummaryRow[]> {
  const { userId, terms, limit } = query
  await foldNotes(userId)
  const { bytes } = await noteUsage(userId)
  const partEnds = searchParts(bytes, terms) === 1 ? [] : await readPartEnds(query)
  // The longest term is the fastest to search for, and in the fewest notes.
  const containsAll = terms.toSorted((one, other) => other.length - one.length).map(contains)
  const found: NoteSummaryRow[] = []
  let after = query.after
  for (const last of [...partEnds, null]) {
    const isInPart = and(
      after ? isAfter(after, noteOrder) : undefined,
      last ? isUpTo(last) : undefined,
      ...containsAll,
    )
    const remaining = limit - found.length
    found.push(...(await queryDatabase((queries) => selectNotes(queries, query, isInPart).limit(remaining))))
    if (found.length === limit) break
    after = last
  }
  return found
}

/** The statements that a search of this many bytes takes at most. */
export function searchParts(bytes: number, terms: readonly string[]): number {
  return Math.max(1, Math.ceil(bytes / partBytes(terms)))
}

/**
 * The last note of each part of a search but the final one. `strpos` may take the product of the lengths of text and term,
 * as with "baaa" in "aaaa": a statement must neither block the embedded database nor time out.
 */
function readPartEnds({ userId, after, terms }: SearchQuery): Promise<ListCursor[]> {
  const { id, changedAt, bytes } = notes
  const size = sql<number>`sum(${bytes}) over (order by ${changedAt} desc, ${id} desc)`
  const maxBytes = partBytes(terms)
  return queryDatabase((queries) => {
    const sized = queries
      .select({ id, changedAt, bytes, size: size.as('size') })
      .from(notes)
      .where(and(eq(notes.userId, userId), after ? isAfter(after, noteOrder) : undefined))
      .as('sized')
    const partOf = (end: SQL) => sql`${end} / ${maxBytes}::bigint`
    return queries
      .select({ id: sized.id, changedAt: sized.changedAt })
      .from(sized)
      .where(gt(partOf(sql`${sized.size}`), partOf(sql`(${sized.size} - ${sized.bytes})`)))
      .orderBy(sql`${sized.changedAt} desc, ${sized.id} desc`)
  })
}

/** The bytes of notes that one statement searches. */
function partBytes(terms: readonly string[]): number {
  return Math.ceil(maxComparisons / Math.max(1, Buffer.byteLength(terms.join(''))))
}

/** In bytes of text times bytes of terms: about 0.2 s, or 50 MB of notes for eight letters. */
const maxComparisons = 400 * 1024 * 1024

function contains(term: string): SQL {
  return sql`strpos(${notes.folded}, ${term}) > 0`
}

function isUpTo({ changedAt, id }: ListCursor): SQL {
  return sql`(${noteOrder}) >= (${changedAt.toISOString()}::timestamptz, ${id}::uuid)`
}

// Notes that aren't folded yet: those restored from the trash or a backup, or written by an older release.

/** Folds all notes of a user. */
async function foldNotes(userId: UserId): Promise<void> {
  while (await foldNextNotes(userId));
}

/** Folds the notes of all until it should stop, as older instances may be saving some. Pauses for four fifths of the time. */
export async function foldNextUntil(shouldStop: () => boolean): Promise<void> {
  for (let isMore = true; isMore && !shouldStop(); ) {
    const startedAt = performance.now()
    isMore = await foldNextNotes()
    await delay(4 * (performance.now() - startedAt), undefined, { ref: false })
  }
}

/** Folds a few notes, of one user or of all. False if there were none. */
function foldNextNotes(userId?: UserId): Promise<boolean> {
  const unfolded = and(isUnfolded, userId === undefined ? undefined : eq(notes.userId, userId))
  return queryDatabase(async (queries) => {
    const [first] = await queries.select({ id: notes.id }).from(notes).where(unfolded).limit(1)
    if (first) await queries.transaction((transaction) => foldBatch(transaction, unfolded))
    return first !== undefined
  })
}

/** In the order of ids, so that instances that fold the same notes don't deadlock. */
async function foldBatch(queries: Queries, unfolded: SQL | undefined): Promise<void> {
  const size = sql`octet_length(${notes.title}) + octet_length(${notes.text})`
  const before = sql<number>`coalesce(sum(${size}) over (order by ${notes.userId}, ${notes.id}
    rows between unbounded preceding and 1 preceding), 0)`
  const { id, version, title, text } = notes
  const waiting = queries
    .select({ id, version, title, text, before: before.as('before') })
    .from(notes)
    .where(unfolded)
    .orderBy(notes.userId, notes.id)
    .limit(maxBatchNotes)
    .as('waiting')
  for (const note of await queries.select().from(waiting).where(lt(waiting.before, maxBatchBytes)))
    await queries
      .update(notes)
      .set(foldedNote(note))
      // A save in between changed the text.
      .where(and(eq(notes.id, note.id), eq(notes.version, note.version), isUnfolded))
}

/** The last note of a batch may exceed it. In the embedded database everything else waits for a batch. */
const maxBatchBytes = 32 * 1024
const maxBatchNotes = 50
