import 'server-only'
import { matchIn } from '@/lib/notes/match'
import type { NoteId, NoteList } from '@/lib/notes/note'
import {
  countNoteRows,
  firstNoteRows,
  type ListQuestion,
  listNoteRows,
  type NoteSummaryRow,
  noteListRevision,
  readFoundLines,
  searchNoteRows,
  type UserId,
} from '@/lib/server/database/database'
import type { LiveSession } from '@/lib/server/session/session'
import { formatPlace, parsePlace } from './place'
import { searchTerms } from './search'
import { inTurn } from './turns'

/** Notes in one answer. */
const pageSize = 30

/** A part of the user's notes, pinned ones first, then last changed first. `search`: what they have to contain, word by word. */
export async function listNotes(
  { userId }: LiveSession,
  { after = null, search = '' }: { after?: string | null; search?: string } = {},
): Promise<NoteList> {
  const place = after === null ? null : parsePlace(after)
  const now = new Date()
  const question = { userId, after: place, limit: pageSize + 1, now }
  const isFirst = place === null && search.trim() === ''
  const { rows, revision } = isFirst
    ? await firstNoteRows(userId, question.limit, now)
    : await inTurn(`search ${userId}`, () => findNotes(question, search))
  const pinned = isFirst ? rows.filter(({ isPinned }) => isPinned).length : 0
  const shown = rows.slice(0, pinned + pageSize)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  const matchOf = await findMatches(userId, shown, searchTerms(search))
  return {
    notes: shown.map((row) => ({ ...row, changedAt: row.changedAt.toISOString(), match: matchOf(row.id) })),
    next: last ? formatPlace(last) : null,
    revision,
  }
}

async function findNotes(question: ListQuestion, search: string) {
  // First, so that a change meanwhile is noticed next time.
  const revision = await noteListRevision(question.userId, question.now)
  if (search.trim() === '') return { rows: await listNoteRows(question), revision }
  const terms = searchTerms(search)
  return { rows: terms.length === 0 ? [] : await searchNoteRows({ ...question, terms }), revision }
}

/** What was found in each of these notes; null if the words are in its title alone. */
async function findMatches(userId: UserId, rows: readonly NoteSummaryRow[], terms: readonly string[]) {
  // The one that the search began with.
  const [longest] = terms.toSorted((one, other) => other.length - one.length)
  if (longest === undefined || rows.length === 0) return () => null
  const ids = rows.map(({ id }) => id)
  const lines = new Map((await readFoundLines(userId, ids, longest)).map((found) => [found.id, found]))
  return (id: NoteId) => {
    const found = lines.get(id)
    return found ? matchIn(found.line, terms, { before: found.isCutBefore, after: found.isCutAfter }) : null
  }
}

/** Changes with any change of the user's notes, and of who can read them. */
export function notesRevision({ userId }: LiveSession): Promise<string> {
  return noteListRevision(userId, new Date())
}

/** How many notes the user has. */
export function countNotes({ userId }: LiveSession): Promise<number> {
  return countNoteRows(userId)
}
