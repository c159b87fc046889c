import 'server-only'
/** Converts rows to what browsers get. */
import ms from 'ms'
import { trashDays } from '@/lib/notes/limits'
import type { Note, TrashedNote } from '@/lib/notes/note'
import type { Share } from '@/lib/notes/share'
import type { NoteRow, ShareRow } from '@/lib/server/database/database'

export function describeNote({
  userId: _,
  bytes: __,
  createdAt,
  changedAt,
  ...note
}: NoteRow): Omit<Note, 'share'> {
  return { ...note, createdAt: createdAt.toISOString(), changedAt: changedAt.toISOString() }
}

type TrashedSummary = Omit<TrashedNote, 'deletedAt' | 'leavesAt'> & { deletedAt: Date }

export function describeTrashed({ deletedAt, ...note }: TrashedSummary): TrashedNote {
  const leavesAt = new Date(deletedAt.getTime() + ms(`${trashDays}d`))
  return { ...note, deletedAt: deletedAt.toISOString(), leavesAt: leavesAt.toISOString() }
}

export function describeShare({ id, createdAt, endsAt, opened }: ShareRow): Share {
  return {
    id,
    createdAt: createdAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    hasEnded: endsAt !== null && endsAt.getTime() <= Date.now(),
    opened,
  }
}
