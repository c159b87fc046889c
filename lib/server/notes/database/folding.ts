import 'server-only'
/** Folds notes for the search that aren't folded yet: those restored from the trash or written by an older release. */
import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { fold } from '@/lib/notes/fold'
import type { NoteText } from '@/lib/notes/note'
import { queryDatabase } from '@/lib/server/database/connection'
import type { Queries } from '@/lib/server/database/engine'
import type { UserId } from '@/lib/server/database/ids'
import { isUnfolded, notes } from './tables'

/** The columns of a note that a search reads. */
export function foldedNote({ title, text, version }: NoteText & { version: number }) {
  return { folded: fold(`${title}\n${text}`), foldedVersion: version }
}

/** Folds all notes of a user. */
export async function foldNotes(userId: UserId): Promise<void> {
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
  const unfolded = and(isUnfolded(notes), userId === undefined ? undefined : eq(notes.userId, userId))
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
      .where(and(eq(notes.id, note.id), eq(notes.version, note.version), isUnfolded(notes)))
}

/** The last note of a batch may exceed it. In the embedded database everything else waits for a batch. */
const maxBatchBytes = 32 * 1024
const maxBatchNotes = 50
