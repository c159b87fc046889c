import 'server-only'
/** Notes, their trash and their links. */
import { and, eq, getTableColumns, inArray, isNotNull } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import ms from 'ms'
import { maxNoteBodyBytes } from '@/lib/notes/limits'
import { queryDatabase } from '@/lib/server/database/connection'
import type { Queries } from '@/lib/server/database/engine'
import type { UserId } from '@/lib/server/database/ids'
import { sessions } from '@/lib/server/database/schema/sessions'
import type { LeavingPerson, RegularWork, RoomWords } from '@/lib/server/room'
import { noteLimits } from './notes'
import { noteColumns, notes, shareColumns, shareOpenings, shares, trashedNotes } from './tables'
import { deleteExpiredTrash } from './trash'

export { derivedColumns } from './tables'
export const tables = { notes, trashedNotes, shares, shareOpenings }
export const limits = noteLimits
export const maxBodyBytes = maxNoteBodyBytes

export const words: RoomWords = {
  kept: [
    {
      title: 'Your notes',
      what: 'What you write, when you created and last changed it, and the links by which you share it.',
      why: 'To keep them for you, and show them to those you share them with. Contract.',
      howLong:
        'Until you delete them or your account. Notes you delete stay in the trash for 30 days, unless you restore them or delete them for good.',
    },
  ],
  others: [
    [
      'People you share a note with',
      'Anyone who has the link and signs in can read the note and see your account’s name, until you stop sharing or the link expires. They can copy it.',
    ],
    [
      'Whether we read your notes',
      'We don’t, unless we have to: to repair something, to look into a report, or because the law requires it. But we could, as they aren’t end-to-end encrypted.',
    ],
  ],
  counted: 'changed, opened, or searched notes',
  exported: 'notes, trash',
  inBackups: ['notes', 'links'],
  contact: 'To report a shared note, use “Report this note” below it: the email then says which one.',
  terms: [
    {
      title: 'Your notes',
      text: 'They’re yours. Other people can’t read one until you share it. We could, but only do when we have to; our Privacy notice says when. You let us store them and show them to those who have the link, and nothing else. Share only what you’re allowed to share.',
    },
    {
      id: 'reporting',
      title: 'Reporting a shared note',
      text: 'If someone shares a note with you that breaks the law or these terms, choose “Report this note” below it, and say in the email what’s wrong. We look into every report and tell you what we decided. If we take a note down or disable an account, we tell its owner why. Either of you can ask us to look again, or go to court.',
    },
  ],
}

export const losses = ['all your notes, including the trash, and every shared link']

export const regularWork: readonly RegularWork[] = [{ everyMs: ms('6h'), run: deleteExpiredTrash }]

export async function exportRows(userId: UserId) {
  const { userId: _, ...linkColumns } = shareColumns
  const [links, openings] = await queryDatabase((queries) =>
    Promise.all([
      queries.select(linkColumns).from(shares).where(eq(shares.userId, userId)),
      queries
        .select(getTableColumns(shareOpenings))
        .from(shareOpenings)
        .innerJoin(sessions, eq(sessions.id, shareOpenings.sessionId))
        .where(eq(sessions.userId, userId)),
    ]),
  )
  return {
    notes: inBatches(userId, notes, noteColumns),
    trashedNotes: inBatches(userId, trashedNotes, getTableColumns(trashedNotes)),
    shares: links,
    shareOpenings: openings,
  }
}

/** Yields a person's notes in batches, without holding all in memory. One that is restored during it may be missed. */
async function* inBatches(
  userId: UserId,
  table: typeof notes | typeof trashedNotes,
  { userId: _, bytes: __, isPinned: ___, ...columns }: Record<string, PgColumn>,
): AsyncGenerator<object> {
  const all = await queryDatabase((queries) =>
    queries.select({ id: table.id }).from(table).where(eq(table.userId, userId)),
  )
  for (let from = 0; from < all.length; from += batchSize) {
    const ids = all.slice(from, from + batchSize).map(({ id }) => id)
    const isNext = and(eq(table.userId, userId), inArray(table.id, ids))
    yield* await queryDatabase((queries) => queries.select(columns).from(table).where(isNext))
  }
}

/** At most 2.5 MB of text. */
const batchSize = 25

/** Deletes notes and trash; links go with them. */
export async function deleteRows(queries: Queries, { userId }: LeavingPerson): Promise<void> {
  await queries.delete(notes).where(eq(notes.userId, userId))
  await queries.delete(trashedNotes).where(eq(trashedNotes.userId, userId))
}

/** Ends all links, also those that a note in the trash would get back: whoever made them could read on. */
export async function releaseRows(queries: Queries, userId: UserId): Promise<number> {
  const ended = await queries.delete(shares).where(eq(shares.userId, userId)).returning({ id: shares.id })
  const hadLink = and(eq(trashedNotes.userId, userId), isNotNull(trashedNotes.share))
  const trashed = await queries.update(trashedNotes).set({ share: null }).where(hadLink).returning()
  return ended.length + trashed.length
}

export async function moveRows(queries: Queries, from: UserId, to: UserId): Promise<void> {
  for (const table of [notes, trashedNotes, shares])
    await queries.update(table).set({ userId: to }).where(eq(table.userId, from))
}
