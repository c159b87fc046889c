import 'server-only'
import { matchIn } from '@/lib/notes/match'
import type { NoteList } from '@/lib/notes/note'
import {
  countNoteRows,
  firstNoteRows,
  type ListQuery,
  listNoteRows,
  type NoteSummaryRow,
  noteListRevision,
  readMatchingLines,
  searchNoteRows,
} from '@/lib/server/database/database'
import type { LiveSession } from '@/lib/server/session/session'
import { formatCursor, parseCursor } from './cursor'
import { runExclusive } from './run-exclusive'
import { searchTerms } from './search'

/** Notes in one answer, besides pinned ones. */
const pageSize = 30

/** A part of the user's notes, last changed first. `search`: what they have to contain, word by word. */
export async function listNotes(
  { userId }: LiveSession,
  { after = null, search = '' }: { after?: string | null; search?: string } = {},
): Promise<NoteList> {
  const place = after === null ? null : parseCursor(after)
  const now = new Date()
  const question = { userId, after: place, limit: pageSize + 1, now }
  if (search.trim() !== '')
    return runExclusive(`search ${userId}`, () => findNotes(question, searchTerms(search)))
  if (place === null) {
    const { rows, revision } = await firstNoteRows(userId, question.limit, now)
    return describeList(rows, pageSize + rows.filter(({ isPinned }) => isPinned).length, revision)
  }
  // First, so that a change meanwhile is noticed next time.
  const revision = await noteListRevision(userId, now)
  return describeList(await listNoteRows({ ...question, after: place }), pageSize, revision)
}

async function findNotes(question: ListQuery, terms: string[]): Promise<NoteList> {
  const revision = await noteListRevision(question.userId, question.now)
  const rows = terms.length === 0 ? [] : await searchNoteRows({ ...question, terms })
  const list = describeList(rows, pageSize, revision)
  const ids = list.notes.map(({ id }) => id)
  const lines = ids.length === 0 ? null : await readMatchingLines(ids, { userId: question.userId, terms })
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

/** How many notes the user has. */
export function countNotes({ userId }: LiveSession): Promise<number> {
  return countNoteRows(userId)
}
