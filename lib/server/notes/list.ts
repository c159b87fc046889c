import 'server-only'
import { fold } from '@/lib/notes/fold'
import { isStorable } from '@/lib/notes/limits'
import { matchIn } from '@/lib/notes/match'
import type { NoteList } from '@/lib/notes/note'
import { consumeLimit } from '@/lib/server/database/rate-limit'
import {
  firstNoteRows,
  type ListQuery,
  listNoteRows,
  type NoteSummaryRow,
  noteListRevision,
} from '@/lib/server/notes/database/list'
import { noteUsage } from '@/lib/server/notes/database/notes'
import { readMatchingLines, searchNoteRows, searchParts } from '@/lib/server/notes/database/search'
import { noteLimits } from '@/lib/server/notes/limits'
import type { LiveSession } from '@/lib/server/session/current'
import { formatCursor, parseCursor } from './describe'
import { runExclusive } from './run-exclusive'

/** Not counting pinned notes. */
const pageSize = 30

/** Returns a page of the user's notes, last changed first. `search`: words that they must contain. */
export async function listNotes(
  { userId }: LiveSession,
  { after = null, search = '' }: { after?: string | null; search?: string } = {},
): Promise<NoteList> {
  const cursor = parseCursor(after)
  const now = new Date()
  const query = { userId, after: cursor, limit: pageSize + 1, now }
  if (search.trim() !== '')
    return runExclusive(`search ${userId}`, () => findNotes(query, searchTerms(search)))
  if (cursor === null) {
    const { rows, revision } = await firstNoteRows(userId, query.limit, now)
    return describeList(rows, pageSize + rows.filter(({ isPinned }) => isPinned).length, revision)
  }
  // Before the rows, so that the next request notices a change in between.
  const revision = await noteListRevision(userId, now)
  return describeList(await listNoteRows({ ...query, after: cursor }), pageSize, revision)
}

async function findNotes(query: ListQuery, terms: string[]): Promise<NoteList> {
  const revision = await noteListRevision(query.userId, query.now)
  const rows = terms.length === 0 ? [] : await searchNoteRows({ ...query, terms })
  const list = describeList(rows, pageSize, revision)
  const ids = list.notes.map(({ id }) => id)
  const lines = ids.length === 0 ? null : await readMatchingLines(ids, { userId: query.userId, terms })
  const notes = list.notes.map((note) => ({ ...note, match: matchIn(lines?.get(note.id) ?? '', terms) }))
  return { ...list, notes }
}

function describeList(rows: NoteSummaryRow[], size: number, revision: string): NoteList {
  const shown = rows.slice(0, size)
  const last = rows.length > size ? shown.at(-1) : undefined
  return {
    notes: shown.map((row) => ({ ...row, changedAt: row.changedAt.toISOString(), match: null })),
    next: last ? formatCursor(last) : null,
    revision,
  }
}

/** Changes with any change of the user's notes, and of who can read them. */
export function notesRevision({ userId }: LiveSession): Promise<string> {
  return noteListRevision(userId, new Date())
}

/** Splits a search into at most eight folded terms. */
export function searchTerms(search: string): string[] {
  // Folds first, which makes all kinds of spaces plain.
  const terms = fold(search.slice(0, 100)).split(/\s+/)
  return terms.filter((term) => term !== '' && isStorable(term)).slice(0, 8)
}

/** Counts a search by what it may cost. Returns the seconds to wait when over the limit, else null. */
export async function consumeSearchLimit({ userId }: LiveSession, search: string): Promise<number | null> {
  if (search === '') return null
  const retryAfterSeconds = await consumeLimit(noteLimits.search, userId)
  if (retryAfterSeconds !== null) return retryAfterSeconds
  const { bytes } = await noteUsage(userId)
  const more = searchParts(bytes, searchTerms(search)) - 1
  return more > 0 ? consumeLimit(noteLimits.search, userId, more) : null
}
