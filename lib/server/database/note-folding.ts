import 'server-only'
/** Folds notes for the search that nobody has folded: restored ones, and those that an older Foyer wrote. */
import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, lt, sql } from 'drizzle-orm'
import ms from 'ms'
import { fold } from '@/lib/notes/fold'
import type { NoteText } from '@/lib/notes/note'
import { queryDatabase } from './connection'
import type { Queries } from './engine'
import type { UserId } from './ids'
import { runRegularly } from './regular'
import { isUnfolded, notes } from './schema'

/** The columns that a search reads of a note at this version. */
export function foldedNote({ title, text, version }: NoteText & { version: number }) {
  return { folded: fold(`${title}\n${text}`), foldedVersion: version }
}

/** Folds all notes of a user, or of everybody. */
export async function foldNotes(userId?: UserId): Promise<void> {
  while (await foldNextNotes(userId));
}

/** Folds notes now and every five minutes, as an older instance may be saving some, in a fifth of the time. */
export function foldNotesRegularly(isStopping: () => boolean): void {
  runRegularly(async () => {
    for (let isMore = true; isMore && !isStopping(); ) {
      const begin = performance.now()
      isMore = await foldNextNotes()
      await delay(4 * (performance.now() - begin), undefined, { ref: false })
    }
  }, ms('5m'))
}

/** Folds a few notes. False if there were none. */
function foldNextNotes(userId?: UserId): Promise<boolean> {
  const isMeant = and(isUnfolded(notes), userId === undefined ? undefined : eq(notes.userId, userId))
  return queryDatabase(async (queries) => {
    const [first] = await queries.select({ id: notes.id }).from(notes).where(isMeant).limit(1)
    if (first) await queries.transaction((transaction) => foldBatch(transaction, isMeant))
    return first !== undefined
  })
}

/** In the order of their ids, in which others who do the same wait for each other, too. */
async function foldBatch(queries: Queries, isMeant: ReturnType<typeof and>): Promise<void> {
  const size = sql`octet_length(${notes.title}) + octet_length(${notes.text})`
  const before = sql<number>`coalesce(sum(${size}) over (order by ${notes.userId}, ${notes.id}
    rows between unbounded preceding and 1 preceding), 0)`
  const { id, version, title, text } = notes
  const waiting = queries
    .select({ id, version, title, text, before: before.as('before') })
    .from(notes)
    .where(isMeant)
    .orderBy(notes.userId, notes.id)
    .limit(maxBatchNotes)
    .as('waiting')
  for (const note of await queries.select().from(waiting).where(lt(waiting.before, maxBatchBytes)))
    await queries
      .update(notes)
      .set(foldedNote(note))
      // Saved meanwhile, it's another text.
      .where(and(eq(notes.id, note.id), eq(notes.version, note.version), isUnfolded(notes)))
}

/** The last of a batch may exceed it by its own size. In the embedded database everything else waits for a batch. */
const maxBatchBytes = 32 * 1024
const maxBatchNotes = 50
