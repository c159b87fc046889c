/** Notes and their links for the tests of the store. */
import { type NoteId, newNoteId, type ShareId } from '@/lib/notes/note'
import { formatCursor, type ListCursor, listNotes, type NoteSummaryRow } from '@/lib/server/notes/list'
import { storeNote } from '@/lib/server/notes/notes'
import { type SearchQuery, searchNoteRows } from '@/lib/server/notes/search'
import { countOpening, storeShare } from '@/lib/server/notes/shares'
import { trashNote } from '@/lib/server/notes/trash'
import { now } from '../../database/store-fixtures'

export const newShareId = () => crypto.randomUUID() as ShareId

export async function createNote(userId: string, text: string, at = now, title = ''): Promise<NoteId> {
  const id = newNoteId()
  if (!(await storeNote({ id, userId, title, text, base: null, now: at }))) throw new Error('it is there')
  return id
}

/** A page of a user's list, or of a search in it. */
export async function list(userId: string, more: Partial<SearchQuery> = {}): Promise<NoteSummaryRow[]> {
  const query = { userId, after: null, terms: [], limit: 100, now, ...more }
  if (query.terms.length > 0) return searchNoteRows(query)
  const page = { size: query.limit, now: query.now }
  const { notes } = await listNotes(userId, query.after && formatCursor(query.after), page)
  return notes.map(({ match: _, ...note }) => ({ ...note, changedAt: new Date(note.changedAt) }))
}

export async function listIds(...parameters: Parameters<typeof list>): Promise<NoteId[]> {
  return (await list(...parameters)).map(({ id }) => id)
}

/** All pages, each after the last note of the one before. */
export async function readPages(query: Partial<SearchQuery> & { userId: string; limit: number }) {
  const paged = []
  for (let after: ListCursor | null = null; ; after = paged.at(-1) ?? null) {
    const page = await list(query.userId, { ...query, after })
    paged.push(...page)
    if (page.length < query.limit) return paged
  }
}

/** A note, one in the trash and a link, for tests of all that a person has. */
export async function addRows(userId: string) {
  const noteId = await createNote(userId, `words of ${userId}`, now, `title of ${userId}`)
  const shareId = newShareId()
  await storeShare({ id: shareId, noteId, userId, endsAt: null, now })
  await trashNote(await createNote(userId, `deleted by ${userId}`), userId, now)
  return {
    noteId,
    shareId,
    open: (sessionId: Parameters<typeof countOpening>[1]) => countOpening(shareId, sessionId),
  }
}
