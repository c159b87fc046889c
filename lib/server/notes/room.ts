import 'server-only'
/** Notes, their trash and their links. */
import ms from 'ms'
import { maxNoteBodyBytes } from '@/lib/notes/limits'
import type { Queries } from '@/lib/server/database/engine'
import type { UserId } from '@/lib/server/database/ids'
import type { LeavingPerson, RegularWork } from '@/lib/server/room'
import { foldNextUntil } from './database/folding'
import {
  deleteNotesOf,
  listAllNotes,
  listAllOpenings,
  listAllShares,
  listAllTrashed,
} from './database/person'
import { notes, shareOpenings, shares, trashedNotes } from './database/tables'
import { deleteExpiredTrash } from './database/trash'
import { noteLimits } from './limits'

export { derivedColumns } from './database/tables'
export const tables = { notes, trashedNotes, shares, shareOpenings }
export const limits = noteLimits
export const maxBodyBytes = maxNoteBodyBytes

export const regularWork: readonly RegularWork[] = [
  { everyMs: ms('5m'), run: foldNextUntil },
  { everyMs: ms('6h'), run: deleteExpiredTrash },
]

export async function exportRows(userId: UserId) {
  const [links, shareOpenings] = await Promise.all([listAllShares(userId), listAllOpenings(userId)])
  return {
    notes: withoutBytes(listAllNotes(userId)),
    trashedNotes: withoutBytes(listAllTrashed(userId)),
    shares: links.map(({ userId: _, ...share }) => share),
    shareOpenings,
  }
}

async function* withoutBytes<Row extends { userId: UserId; bytes: number }>(rows: AsyncGenerator<Row>) {
  for await (const { userId: _, bytes: __, ...note } of rows) yield note
}

export async function deleteRows(queries: Queries, { userId }: LeavingPerson): Promise<void> {
  await deleteNotesOf(queries, userId)
}
