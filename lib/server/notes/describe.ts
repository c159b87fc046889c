import 'server-only'
/** Converts rows to what browsers get, and the cursors of their lists. */
import ms from 'ms'
import { trashDays } from '@/lib/notes/limits'
import { type Note, parseNoteId, type TrashedNote } from '@/lib/notes/note'
import type { Share } from '@/lib/notes/share'
import type { ListCursor } from '@/lib/server/notes/database/list'
import type { NoteRow } from '@/lib/server/notes/database/notes'
import type { ShareRow } from '@/lib/server/notes/database/shares'

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

/** The cursor of a list of notes: the last note of a page. */
export function formatCursor({ changedAt, id }: ListCursor): string {
  return `${changedAt.getTime()}.${id}`
}

/** Parses an untrusted cursor; null, for the first page, if it's missing or malformed. */
export function parseCursor(text: string | null): ListCursor | null {
  const [time = '', noteId] = (text ?? '').split('.')
  const id = parseNoteId(noteId)
  const isTime = /^\d{1,14}$/.test(time)
  return id && isTime ? { id, changedAt: new Date(Number(time)) } : null
}
