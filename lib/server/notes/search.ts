import 'server-only'
import { fold } from '@/lib/notes/fold'
import { isStorable } from '@/lib/notes/limits'
import { consumeLimit, noteUsage, searchParts } from '@/lib/server/database/database'
import type { LiveSession } from '@/lib/server/session/session'

/** Splits a search into at most eight folded terms. */
export function searchTerms(search: string): string[] {
  // Folds first, which makes all kinds of spaces plain.
  const terms = fold(search.slice(0, 100)).split(/\s+/)
  return terms.filter((term) => term !== '' && isStorable(term)).slice(0, 8)
}

/** Counts a search by what it may cost. Returns the seconds to wait when over the limit, else null. */
export async function consumeSearchLimit({ userId }: LiveSession, search: string): Promise<number | null> {
  if (search === '') return null
  const retryAfterSeconds = await consumeLimit('note-search', userId)
  if (retryAfterSeconds !== null) return retryAfterSeconds
  const { bytes } = await noteUsage(userId)
  const more = searchParts(bytes, searchTerms(search)) - 1
  return more > 0 ? consumeLimit('note-search', userId, more) : null
}
