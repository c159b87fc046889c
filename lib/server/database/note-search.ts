import 'server-only'
/** Searching a user's notes for terms that are folded like them (`lib/notes/fold`). */
import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { NoteId } from '@/lib/notes/note'
import { queryDatabase } from './connection'
import type { UserId } from './ids'
import { foldNotes } from './note-folding'
import {
  isAfter,
  type ListCursor,
  type ListQuery,
  type NoteSummaryRow,
  noteOrder,
  selectNotes,
} from './note-list'
import { noteUsage } from './notes'
import { notes } from './schema'

/** `terms`: what each note has to contain. */
export type SearchQuery = ListQuery & { terms: readonly string[] }

/** A part of the list, of the notes that contain each of the terms. */
export async function searchNoteRows(question: SearchQuery): Promise<NoteSummaryRow[]> {
  const { userId, terms, limit } = question
  await foldNotes(userId)
  const { bytes } = await noteUsage(userId)
  const stops = searchParts(bytes, terms) === 1 ? [] : await readPartEnds(question)
  // The longest is looked for fastest, and is in the fewest notes.
  const containsAll = terms.toSorted((one, other) => other.length - one.length).map(contains)
  const found: NoteSummaryRow[] = []
  let after = question.after
  for (const last of [...stops, null]) {
    const isInPart = and(
      after ? isAfter(after, noteOrder) : undefined,
      last ? isUpTo(last) : undefined,
      ...containsAll,
    )
    const left = limit - found.length
    found.push(...(await queryDatabase((queries) => selectNotes(queries, question, isInPart).limit(left))))
    if (found.length === limit) break
    after = last
  }
  return found
}

/** How many statements a search of this many bytes takes at most. */
export function searchParts(bytes: number, terms: readonly string[]): number {
  return Math.max(1, Math.ceil(bytes / partBytes(terms)))
}

/**
 * Where each but the last part of a search ends. `strpos` takes up to the product of the lengths of text and term, for a term such
 * as "baaa" in "aaaa": a statement must neither keep the embedded database to itself, nor run into the time limit.
 */
function readPartEnds({ userId, after, terms }: SearchQuery): Promise<ListCursor[]> {
  const { id, changedAt, bytes } = notes
  const size = sql<number>`sum(${bytes}) over (order by ${changedAt} desc, ${id} desc)`
  const most = partBytes(terms)
  return queryDatabase((queries) => {
    const sized = queries
      .select({ id, changedAt, bytes, size: size.as('size') })
      .from(notes)
      .where(and(eq(notes.userId, userId), after ? isAfter(after, noteOrder) : undefined))
      .as('sized')
    const partOf = (end: SQL) => sql`${end} / ${most}::bigint`
    return queries
      .select({ id: sized.id, changedAt: sized.changedAt })
      .from(sized)
      .where(gt(partOf(sql`${sized.size}`), partOf(sql`(${sized.size} - ${sized.bytes})`)))
      .orderBy(sql`${sized.changedAt} desc, ${sized.id} desc`)
  })
}

/** Of notes that one statement looks through. */
function partBytes(terms: readonly string[]): number {
  return Math.ceil(maxComparisons / Math.max(1, Buffer.byteLength(terms.join(''))))
}

/** Of bytes, about 0.2 s: notes of 50 MB for eight letters. */
const maxComparisons = 400 * 1024 * 1024

function contains(term: string): SQL {
  return sql`strpos(${notes.folded}, ${term}) > 0`
}

function isUpTo({ changedAt, id }: ListCursor): SQL {
  return sql`(${noteOrder}) >= (${changedAt.toISOString()}::timestamptz, ${id}::uuid)`
}

/** Where the terms are found: of each note that has one in its text, the first line that does, or 4,000 characters of it. */
export async function readMatchingLines(
  ids: readonly NoteId[],
  { userId, terms }: { userId: UserId; terms: readonly string[] },
): Promise<ReadonlyMap<NoteId, string>> {
  // Both texts have the same line breaks, so the line is the same. In a long one the place is nearly the same.
  const body = sql`substr(${notes.folded}, strpos(${notes.folded}, E'\n') + 1)`
  const places = terms.map((term) => sql`nullif(strpos(body, ${term}), 0)`)
  const rows = await queryDatabase((queries) =>
    queries
      .select({
        id: notes.id,
        line: sql<string>`substr(split_part(${notes.text}, E'\n', line), greatest(1, place - 2000), 4000)`,
      })
      .from(notes)
      .crossJoinLateral(sql`(select ${body} as body) as of_note`)
      .crossJoinLateral(sql`(select left(body, least(${sql.join(places, sql`, `)})) as before) as of_match`)
      .crossJoinLateral(sql`(select string_to_array(before, E'\n') as lines) as of_lines`)
      .crossJoinLateral(
        sql`(select cardinality(lines) as line, length(lines[cardinality(lines)]) as place) as of_place`,
      )
      .where(and(eq(notes.userId, userId), inArray(notes.id, [...ids]), sql`before is not null`)),
  )
  return new Map(rows.map(({ id, line }) => [id, line]))
}
