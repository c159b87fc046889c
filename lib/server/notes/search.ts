import 'server-only'
/** Searches a user's notes for terms that are folded like the notes (`lib/notes/fold`). */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { fold } from '@/lib/notes/fold'
import type { NoteList } from '@/lib/notes/note'
import { queryDatabase } from '@/lib/server/database/connection'
import type { UserId } from '@/lib/server/database/ids'
import { consumeLimit } from '@/lib/server/database/rate-limit'
import { isStorable } from '@/lib/storable'
import { listNotes, type PageOptions } from './list'
import { foldedNote, noteLimits, noteUsage } from './notes'
import { runExclusive } from './run-exclusive'
import { isUnfolded, notes } from './tables'

/** Returns a page of the user's notes that contain all words of `search`, last changed first; of all if it has none. */
export function searchNotes(
  userId: UserId,
  search: string,
  after: string | null = null,
  page: PageOptions = {},
): Promise<NoteList> {
  if (search.trim() === '') return listNotes(userId, after, page)
  return runExclusive(`search ${userId}`, async () => {
    await foldNotes(userId)
    const { bytes } = await noteUsage(userId)
    const terms = searchTerms(search, bytes)
    const condition = terms.length === 0 ? sql`false` : and(...terms.map(contains))
    return listNotes(userId, after, { ...page, condition })
  })
}

/** Returns the seconds to wait when over the limit of searches, else null. */
export async function consumeSearchLimit(userId: UserId, search: string): Promise<number | null> {
  return search === '' ? null : consumeLimit(noteLimits.search, userId)
}

/**
 * Splits a search into at most eight folded terms, and cuts them to what `bytes` of notes are searched for in 0.2 s: `strpos`
 * may take the product of both lengths, as with "baaa" in "aaaa", and the embedded database does nothing else meanwhile.
 */
export function searchTerms(search: string, bytes: number): string[] {
  // Folds first, which makes all kinds of spaces plain.
  const folded = fold(search.slice(0, 100))
  const longest = new Uint8Array(maxComparisons / Math.max(bytes, leastBytes))
  const { read } = new TextEncoder().encodeInto(folded, longest)
  const terms = folded.slice(0, read).split(/\s+/)
  return terms.filter((term) => term !== '' && isStorable(term)).slice(0, 8)
}

/** In bytes of notes times bytes of terms: 50 MB for eight letters, a megabyte for any search. */
const maxComparisons = 400 * 1024 * 1024
const leastBytes = 100 * 1024

function contains(term: string): SQL {
  return sql`strpos(${notes.folded}, ${term}) > 0`
}

/** Folds what isn't yet: notes restored from the trash or a backup, or saved by an instance of the last release. */
async function foldNotes(userId: UserId): Promise<void> {
  const unfolded = and(isUnfolded, eq(notes.userId, userId))
  const { id, version, title, text } = notes
  for (let isMore = true; isMore; ) {
    const batch = await queryDatabase((queries) =>
      queries
        .select({ id, version, title, text })
        .from(notes)
        .where(unfolded)
        // By the index: nearly always there is none.
        .orderBy(notes.userId, id)
        .limit(batchSize),
    )
    for (const note of batch)
      await queryDatabase((queries) =>
        queries
          .update(notes)
          .set(foldedNote(note))
          // A save in between changed the text.
          .where(and(eq(id, note.id), eq(version, note.version), unfolded)),
      )
    isMore = batch.length === batchSize
  }
}

/** At most 2.5 MB of text. */
const batchSize = 25
