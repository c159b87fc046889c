import 'server-only'
/** Searches a user's notes for terms that are folded like the notes (`lib/notes/fold`). */
import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { NoteId } from '@/lib/notes/note'
import { queryDatabase } from '@/lib/server/database/connection'
import type { UserId } from '@/lib/server/database/ids'
import { foldNotes } from './folding'
import { isAfter, type ListCursor, type ListQuery, type NoteSummaryRow, noteOrder, selectNotes } from './list'
import { noteUsage } from './notes'
import { notes } from './tables'

export type SearchQuery = ListQuery & { terms: readonly string[] }

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

/** The first line of each note's text that has a term, or 4,000 characters of it. */
export async function readMatchingLines(
  ids: readonly NoteId[],
  { userId, terms }: { userId: UserId; terms: readonly string[] },
): Promise<ReadonlyMap<NoteId, string>> {
  // The folded text has the same lines. In a long line the position is nearly the same.
  // `offset 0` keeps PostgreSQL from merging the nested queries, which would do each step several times.
  const body = sql`substr(${notes.folded}, strpos(${notes.folded}, E'\n') + 1)`
  const positions = terms.map((term) => sql`nullif(strpos(body, ${term}), 0)`)
  const rows = await queryDatabase((queries) =>
    queries
      .select({
        id: notes.id,
        line: sql<string>`substr(split_part(${notes.text}, E'\n', line), greatest(1, position - 2000), 4000)`,
      })
      .from(notes)
      .crossJoinLateral(sql`(select ${body} as body offset 0) as of_note`)
      .crossJoinLateral(
        sql`(select left(body, least(${sql.join(positions, sql`, `)})) as before offset 0) as of_match`,
      )
      .crossJoinLateral(sql`(select string_to_array(before, E'\n') as lines offset 0) as of_lines`)
      .crossJoinLateral(
        sql`(select cardinality(lines) as line, length(lines[cardinality(lines)]) as position offset 0) as of_position`,
      )
      .where(and(eq(notes.userId, userId), inArray(notes.id, [...ids]), sql`before is not null`)),
  )
  return new Map(rows.map(({ id, line }) => [id, line]))
}
